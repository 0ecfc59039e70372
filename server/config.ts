// What the environment may say, checked once at start; nonsense ends in a sentence that names the variable.
import { isIP } from 'node:net'
import { resolve } from 'node:path'

import { StartProblem } from './start-problem.ts'

export interface Config {
  readonly port: number
  readonly host: string
  readonly publicUrl: URL | null
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly production: boolean
  readonly logLevel: LogLevel
  readonly trustProxy: boolean | number | string
  readonly proWaitlistUrl: string
}

export type LogLevel = (typeof logLevels)[number]

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const modes = ['development', 'test', 'production'] as const

/** Reads every variable; one that is set to nothing counts as unset. */
export function readConfig(env: Record<string, string | undefined>): Config {
  function read<T>(name: string, unset: T, parse: Parser<T>, wanted: string): T {
    const text = env[name]?.trim()
    if (!text) return unset
    const value = parse(text)
    if (value === undefined) throw new StartProblem(`${name} must be ${wanted}.`)
    return value
  }

  const mode = read('NODE_ENV', 'development', oneOf(modes), modes.join(', '))
  const config: Config = {
    port: read('PORT', 3000, port, 'a whole number from 0 to 65535'),
    host: read('HOST', '127.0.0.1', host, 'an address or a name to listen on'),
    publicUrl: read('PUBLIC_URL', null, origin, 'an address such as https://tengrand.example'),
    databaseUrl: read(
      'DATABASE_URL',
      null,
      postgresUrl,
      'an address such as postgres://user:password@host:5432/name',
    ),
    dataDir: resolve(read('DATA_DIR', 'data', (text) => text, 'a folder')),
    production: mode === 'production',
    logLevel: read('LOG_LEVEL', 'info', oneOf(logLevels), `one of ${logLevels.join(', ')}`),
    trustProxy: read(
      'TRUST_PROXY',
      false,
      proxies,
      'true, false, the number of proxies in front, or a list of their addresses',
    ),
    proWaitlistUrl: read('PRO_WAITLIST_URL', '/waitlist', webAddress, 'an http or https address'),
  }
  if (config.production && config.publicUrl?.protocol !== 'https:') {
    throw new StartProblem('PUBLIC_URL must be an https address when NODE_ENV is production.')
  }
  return config
}

type Parser<T> = (text: string) => T | undefined

const oneOf =
  <const T extends string>(allowed: readonly T[]): Parser<T> =>
  (text) =>
    allowed.find((word) => word === text)

const port: Parser<number> = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined

const host: Parser<string> = (text) =>
  isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text) ? text : undefined

const url = (text: string, protocols: readonly string[]): URL | undefined => {
  const parsed = URL.parse(text)
  return parsed !== null && protocols.includes(parsed.protocol) ? parsed : undefined
}

const origin: Parser<URL> = (text) => {
  const parsed = url(text, ['http:', 'https:'])
  return parsed?.href === `${parsed?.origin}/` ? parsed : undefined
}

const webAddress: Parser<string> = (text) => url(text, ['http:', 'https:'])?.href

const postgresUrl: Parser<string> = (text) =>
  url(text, ['postgres:', 'postgresql:']) === undefined ? undefined : text

/** The forms that Fastify takes: everyone, no one, so many hops, or these addresses. */
const proxies: Parser<boolean | number | string> = (text) => {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const isAddress = (part: string) => isIP(part.trim().replace(/\/\d{1,3}$/, '')) !== 0
  return text.split(',').every(isAddress) ? text : undefined
}
