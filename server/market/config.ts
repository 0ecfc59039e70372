// Reads the market's settings from the environment.
import type { MarketHours } from '@tengrand/core/quote.ts'

import { anyText, oneOf, webAddress, type Parser, type Reader } from '../env.ts'
import { StartProblem } from '../errors.ts'

/** A provider has the exchange's hours; only the simulated market can be always open. */
export type MarketConfig =
  | { readonly source: 'simulated'; readonly hours: MarketHours; readonly secret: string | null }
  | { readonly source: 'yahoo'; readonly baseUrl: string; readonly userAgent: string }
  | {
      readonly source: 'alpaca'
      readonly baseUrl: string
      readonly keyId: string
      readonly secretKey: string
    }

const sources = ['simulated', 'alpaca', 'yahoo'] as const
const openings = ['always', 'nyse'] as const
const secretBytesMin = 32
const aBrowser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36'

export function readMarketConfig(read: Reader, production: boolean): MarketConfig {
  const source = read('MARKET', 'simulated', oneOf(sources), sources.join(', '))
  const hours = read('MARKET_HOURS', null, oneOf(openings), openings.join(' or '))
  if (source === 'simulated')
    return { source, hours: hours ?? 'always', secret: readSecret(read, production) }
  if (hours === 'always') {
    throw new StartProblem(`MARKET_HOURS must be nyse or unset when MARKET is ${source}.`)
  }
  const baseUrl = (name: string, unset: string): string =>
    read(name, unset, webAddress, 'an http or https address')
  if (source === 'yahoo') {
    return {
      source,
      baseUrl: baseUrl('YAHOO_BASE_URL', 'https://query1.finance.yahoo.com'),
      userAgent: read('YAHOO_USER_AGENT', aBrowser, headerText, 'a text in plain letters'),
    }
  }
  return {
    source,
    baseUrl: baseUrl('ALPACA_BASE_URL', 'https://data.alpaca.markets'),
    keyId: required(read, 'ALPACA_KEY_ID'),
    secretKey: required(read, 'ALPACA_SECRET_KEY'),
  }
}

/** Only characters that a request header may contain. */
const headerText: Parser<string> = (text) => (/^[\x20-\x7e]{1,300}$/.test(text) ? text : undefined)

/** Future prices follow from the secret, so a configured one must be hard to guess in production. */
function readSecret(read: Reader, production: boolean): string | null {
  const secret = read('MARKET_SECRET', null, anyText, 'a text')
  if (secret !== null && production && Buffer.byteLength(secret) < secretBytesMin) {
    throw new StartProblem(
      `MARKET_SECRET must have at least ${secretBytesMin} bytes in production.`,
    )
  }
  return secret
}

function required(read: Reader, name: string): string {
  const value = read(name, null, anyText, 'a text')
  if (value === null) throw new StartProblem(`${name} must be set when MARKET is alpaca.`)
  return value
}
