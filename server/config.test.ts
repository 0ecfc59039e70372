import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import { readConfig } from './config.ts'
import { StartProblem } from './start-problem.ts'

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    databaseUrl: null,
    dataDir: resolve('data'),
    production: false,
    logLevel: 'info',
    trustProxy: false,
    proWaitlistUrl: '/waitlist',
    market: { source: 'simulated', hours: 'always', secret: null },
    // The rest of it is in identity/config.test.ts.
    identity: expect.objectContaining({ kind: 'embedded' }),
    mail: { smtpUrl: null, from: 'Tengrand <no-reply@localhost>' },
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
  ['TRUST_PROXY', 'true', { trustProxy: true }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: '10.0.0.0/8, ::1' }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
])('%s=%s is understood', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['HOST', 'not a host'],
  ['PUBLIC_URL', 'my-school.example'],
  ['PUBLIC_URL', 'https://tengrand.example/path'],
  ['PUBLIC_URL', 'ftp://tengrand.example'],
  ['DATABASE_URL', 'mysql://a@b/c'],
  ['NODE_ENV', 'staging'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['TRUST_PROXY', '::1/200'],
  ['PRO_WAITLIST_URL', 'javascript:alert(1)'],
  ['MARKET', 'casino'],
  ['MARKET_HOURS', 'sometimes'],
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
