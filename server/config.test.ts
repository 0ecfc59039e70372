import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import { readConfig } from './config.ts'
import { StartProblem } from './errors.ts'

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    databaseUrl: null,
    databaseDirectUrl: null,
    dataDir: resolve('data'),
    production: false,
    logLevel: 'info',
    drainSeconds: 0,
    trustProxy: false,
    proWaitlistUrl: '/waitlist',
    market: { source: 'simulated', hours: 'always', secret: null },
    // identity/config.test.ts tests the other identity settings.
    identity: expect.objectContaining({ kind: 'embedded' }),
    mail: { smtpUrl: null, isSmtpMissing: false, from: 'Tengrand <no-reply@localhost>' },
    limits: {
      trades: { perSecond: 10, burst: 60 },
      reads: { perSecond: 20, burst: 100 },
      streamsPerAddress: 200,
      priceCallsPerMinute: 6_000,
      waitlistPerTenMinutes: 60,
    },
    leagues: {
      ownedMax: 10,
      joinedMax: 20,
      membersMax: 1_000,
      triesPerHour: 20,
      triesPerHourAndAddress: 3_000,
      lessonMinutes: [10, 20, 40, 60, 90],
      guests: true,
      guestsPerMinuteAndAddress: 200,
      guestsPerHourAndAddress: 2_000,
      lessonsRunningMax: 100,
      minutesMin: 60,
    },
    metrics: null,
  })
})

test('a variable that is set to nothing counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '  ' })).toEqual(readConfig({}))
})

test.each([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65535 }],
  ['HOST', '::1', { host: '::1' }],
  ['HOST', 'localhost', { host: '127.0.0.1' }],
  ['PUBLIC_URL', 'https://a.example', { publicUrl: new URL('https://a.example') }],
  ['DATABASE_URL', 'postgresql://a:b@c/d', { databaseUrl: 'postgresql://a:b@c/d' }],
  ['DATABASE_URL', 'postgres://a,b:c,d@e/f', { databaseUrl: 'postgres://a,b:c,d@e/f' }],
  ['TRUST_PROXY', 'true', { trustProxy: true }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: '10.0.0.0/8, ::1' }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['DRAIN_SECONDS', '30', { drainSeconds: 30 }],
  ['TRADES_PER_SECOND', '0', { limits: { trades: { perSecond: 0, burst: 60 } } }],
  ['STREAMS_PER_ADDRESS', '5000', { limits: { streamsPerAddress: 5_000 } }],
  ['METRICS_PORT', '9464', { metrics: { port: 9464, host: '127.0.0.1' } }],
  ['METRICS_HOST', '0.0.0.0', { metrics: null }],
])('%s=%s is understood', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['PORT', 'eighty'],
  ['METRICS_PORT', 'nine'],
  ['METRICS_PORT', '65536'],
  ['METRICS_PORT', '3000'],
  ['METRICS_HOST', 'not a host'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['HOST', 'not a host'],
  ['PUBLIC_URL', 'my-school.example'],
  ['PUBLIC_URL', 'https://tengrand.example/path'],
  ['PUBLIC_URL', 'ftp://tengrand.example'],
  ['DATABASE_URL', 'mysql://a@b/c'],
  ['DATABASE_URL', 'postgres://me:12345/6@host/db'],
  ['NODE_ENV', 'staging'],
  ['LOG_LEVEL', 'loud'],
  ['DRAIN_SECONDS', '-1'],
  ['DRAIN_SECONDS', '301'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['TRUST_PROXY', '::1/200'],
  ['PRO_WAITLIST_URL', 'javascript:alert(1)'],
  ['MARKET', 'casino'],
  ['MARKET_HOURS', 'sometimes'],
  ['TRADES_PER_SECOND', '-1'],
  ['TRADES_BURST', 'many'],
  ['READS_PER_SECOND', '0.5'],
  ['READS_BURST', '1000001'],
  ['STREAMS_PER_ADDRESS', '-5'],
  ['PRICE_CALLS_PER_MINUTE', '6k'],
  ['WAITLIST_PER_TEN_MINUTES', 'none'],
])('%s=%s refuses to start in a sentence that names it', (name, value) => {
  const attempt = () => readConfig({ [name]: value })
  expect(attempt).toThrow(StartProblem)
  expect(attempt).toThrow(new RegExp(`^${name} must be .+\\.$`))
  expect(attempt).not.toThrow(value)
})

test('what Yahoo takes us for is a browser, unless it is said otherwise in plain letters', () => {
  const market = (agent?: string) => readConfig({ MARKET: 'yahoo', YAHOO_USER_AGENT: agent }).market
  expect(market()).toMatchObject({ userAgent: expect.stringMatching(/^Mozilla\/5\.0 /) })
  expect(market('Somebody/1.0')).toMatchObject({ userAgent: 'Somebody/1.0' })
  expect(() => market('Somebody\r\nX-Key: 1')).toThrow(/^YAHOO_USER_AGENT must be .+\.$/)
})

test.each([{}, { PUBLIC_URL: 'http://tengrand.example' }])(
  'production needs a public https address, and %o has none',
  (env) => {
    expect(() => readConfig({ NODE_ENV: 'production', ...env })).toThrow(
      /^PUBLIC_URL must be an https/,
    )
  },
)

test('production takes its leave in five seconds unless another time is given', () => {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://a.example',
    IDENTITY_SECRET: 'a secret of at least thirty-two bytes',
  }
  expect(readConfig(env)).toMatchObject({ drainSeconds: 5 })
  expect(readConfig({ ...env, DRAIN_SECONDS: '0' })).toMatchObject({ drainSeconds: 0 })
})

test.each([
  [{ MARKET: 'alpaca' }, /^ALPACA_KEY_ID must be set when MARKET is alpaca\.$/],
  [{ MARKET: 'alpaca', ALPACA_KEY_ID: 'k' }, /^ALPACA_SECRET_KEY must be set/],
  [{ MARKET: 'yahoo', MARKET_HOURS: 'always' }, /^MARKET_HOURS must be nyse or unset/],
  [
    { MARKET_SECRET: 'short', NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' },
    /^MARKET_SECRET must have at least 32 bytes/,
  ],
])('the market of %o is refused', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})
