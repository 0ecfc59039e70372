// Reads the settings from the environment at the start; an invalid one causes an error that names the variable.
import { resolve } from 'node:path'

import {
  host,
  namesSeveralHosts,
  oneOf,
  origin,
  port,
  postgresUrl,
  proxies,
  readerOf,
  anyText,
  webAddress,
  wholeNumber,
  type Reader,
} from './env.ts'
import { readLimits, type LimitsConfig } from './http/limits.ts'
import { readLeaguesConfig, type LeaguesConfig } from './leagues/config.ts'
import { readIdentityConfig, type IdentityConfig } from './identity/config.ts'
import { readMailConfig, type MailConfig } from './mail/config.ts'
import { readMarketConfig, type MarketConfig } from './market/config.ts'
import { readMetricsConfig, type MetricsConfig } from './metrics/config.ts'
import { StartProblem } from './errors.ts'

export interface Config {
  readonly port: number
  readonly host: string
  readonly publicUrl: URL | null
  readonly databaseUrl: string | null
  /** The same database without a connection pooler; null if databaseUrl leads to no pooler. */
  readonly databaseDirectUrl: string | null
  readonly dataDir: string
  readonly production: boolean
  readonly logLevel: LogLevel
  /** The time from `/readyz` answering `leaving` until the listener closes. */
  readonly drainSeconds: number
  readonly trustProxy: boolean | number | string
  readonly proWaitlistUrl: string
  readonly market: MarketConfig
  readonly identity: IdentityConfig
  readonly mail: MailConfig
  readonly limits: LimitsConfig
  readonly leagues: LeaguesConfig
  /** Null without a metrics endpoint. */
  readonly metrics: MetricsConfig | null
}

export type LogLevel = (typeof logLevels)[number]

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const modes = ['development', 'test', 'production'] as const

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = readerOf(env)
  const mode = read('NODE_ENV', 'development', oneOf(modes), modes.join(', '))
  const production = mode === 'production'
  const publicUrl = read('PUBLIC_URL', null, origin, 'an address such as https://tengrand.example')
  if (production && publicUrl?.protocol !== 'https:') {
    throw new StartProblem('PUBLIC_URL must be an https address when NODE_ENV is production.')
  }
  const publicPort = read('PORT', 3000, port, 'a whole number from 0 to 65535')
  const market = readMarketConfig(read, production)
  const identity = readIdentityConfig(read, production)
  return {
    port: publicPort,
    host: read('HOST', '127.0.0.1', host, 'an address or a name to listen on'),
    publicUrl,
    ...readDatabaseConfig(read),
    production,
    logLevel: read('LOG_LEVEL', 'info', oneOf(logLevels), `one of ${logLevels.join(', ')}`),
    drainSeconds: read(
      'DRAIN_SECONDS',
      production ? 5 : 0,
      wholeNumber(0, 300),
      'a whole number of seconds from 0 to 300',
    ),
    trustProxy: read(
      'TRUST_PROXY',
      false,
      proxies,
      'true, false, the number of proxies in front, or a list of their addresses',
    ),
    proWaitlistUrl: read('PRO_WAITLIST_URL', '/waitlist', webAddress, 'an http or https address'),
    market,
    identity,
    mail: readMailConfig(read, publicUrl, production),
    limits: readLimits(read),
    leagues: readLeaguesConfig(read, identity),
    metrics: readMetricsConfig(read, publicPort),
  }
}

/** The settings that commands need. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>

export function readDatabaseConfig(read: Reader): DatabaseConfig {
  const address = (name: string) => {
    const wanted =
      'an address such as postgres://user:password@host:5432/name, with %2F for / and %40 for @ in the password'
    if (read(name, false, namesSeveralHosts, wanted)) {
      throw new StartProblem(
        `${name} takes the address of one host, and this one names several. Give it the address of a proxy that leads to the primary.`,
      )
    }
    return read(name, null, postgresUrl, wanted)
  }
  const databaseUrl = address('DATABASE_URL')
  const databaseDirectUrl = address('DATABASE_DIRECT_URL')
  if (databaseUrl === null && databaseDirectUrl !== null) {
    throw new StartProblem('DATABASE_DIRECT_URL needs DATABASE_URL beside it.')
  }
  return {
    databaseUrl,
    databaseDirectUrl,
    dataDir: resolve(read('DATA_DIR', 'data', anyText, 'a folder')),
  }
}
