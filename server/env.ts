// Parses variables of the environment, with their defaults and error messages.
import { isIP } from 'node:net'

import { StartProblem } from './errors.ts'

/** Reads one variable; an empty one counts as unset. */
export type Reader = <T>(name: string, unset: T, parse: Parser<T>, wanted: string) => T

export const readerOf =
  (env: Readonly<Record<string, string | undefined>>): Reader =>
  (name, unset, parse, wanted) => {
    const text = env[name]?.trim()
    if (!text) return unset
    const value = parse(text)
    if (value === undefined) throw new StartProblem(`${name} must be ${wanted}.`)
    return value
  }

export type Parser<T> = (text: string) => T | undefined

export const oneOf =
  <const T extends string>(allowed: readonly T[]): Parser<T> =>
  (text) =>
    allowed.find((word) => word === text)

export const port: Parser<number> = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined

/** localhost becomes one address, because a server cannot listen on both of its addresses. */
export const host: Parser<string> = (text) => {
  if (text === 'localhost') return '127.0.0.1'
  return isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)
    ? text
    : undefined
}

const url = (text: string, protocols: readonly string[]): URL | undefined => {
  const parsed = URL.parse(text)
  return parsed !== null && protocols.includes(parsed.protocol) ? parsed : undefined
}

export const anyText: Parser<string> = (text) => text

/** Parses the label of a button. */
export const shortText: Parser<string> = (text) => (text.length <= 60 ? text : undefined)

export const domainName: Parser<string> = (text) =>
  /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text.toLowerCase() : undefined

export const origin: Parser<URL> = (text) => {
  const parsed = url(text, ['http:', 'https:'])
  return parsed?.href === `${parsed?.origin}/` ? parsed : undefined
}

/** The host names of this machine in an address. */
export const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Parses the address of a service on this machine. */
export const loopbackOrigin: Parser<string> = (text) => {
  const parsed = url(text, ['http:'])
  return loopbackNames.has(parsed?.hostname ?? '') ? parsed?.origin : undefined
}

/** Requires https, except for a stand-in on this machine; refuses an address with a password. */
export const httpsOrLoopback: Parser<string> = (text) => {
  const parsed = url(text, ['http:', 'https:'])
  if (parsed && parsed.username + parsed.password !== '') return undefined
  const isLocal = loopbackNames.has(parsed?.hostname ?? '')
  // The text as written: issuers are compared literally, and a URL would add a slash.
  return parsed?.protocol === 'https:' || isLocal ? text : undefined
}

export const wholeNumber =
  (least: number, most: number): Parser<number> =>
  (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? Number(text)
      : undefined

export const listOf =
  <T>(parse: Parser<T>): Parser<T[]> =>
  (text) => {
    const values = text.split(',').map((part) => parse(part.trim()))
    return values.every((value) => value !== undefined) ? values : undefined
  }

export const webAddress: Parser<string> = (text) => url(text, ['http:', 'https:'])?.href

/** A slash in a password ends the host too early; then the password would pass for a port. */
export const postgresUrl: Parser<string> = (text) => {
  const parsed = url(text, ['postgres:', 'postgresql:'])
  return parsed === undefined || parsed.pathname.includes('@') ? undefined : text
}

/** PostgreSQL's own programs take several hosts, separated by commas; the driver takes one. */
export const namesSeveralHosts: Parser<boolean> = (text) =>
  /^\w+:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)/.test(text) ||
  /[?&]host=[^&]*(,|%2c)/i.test(text)

/** The forms of Fastify's trustProxy: all, none, a number of hops, or a list of addresses. */
export const proxies: Parser<boolean | number | string> = (text) => {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d{1,2}$/.test(text)) return Number(text)
  return text.split(',').every(isAddressOrNetwork) ? text : undefined
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits] = text.trim().split('/')
  const family = isIP(address)
  return (
    family !== 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  )
}
