// The table of all calls: routes, the checks of requests and answers, and the API's description are read off it. The web app
// imports the calls of each noun, so that a page loads only those that it makes.
import * as account from './account.ts'
import type { Call } from './call.ts'
import * as config from './config.ts'
import * as contest from './contest.ts'
import * as health from './health.ts'
import * as identity from './identity.ts'
import * as insights from './insights.ts'
import * as market from './market.ts'
import * as orders from './orders.ts'
import * as portfolio from './portfolio.ts'
import * as waitlist from './waitlist.ts'

type CallsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Call ? Name : never]: Module[Name]
}

/** Without the schemas and constants that a module exports beside its calls. */
const callsOf = <Module extends object>(module: Module): CallsOf<Module> =>
  Object.fromEntries(Object.entries(module).filter(([, value]) => isCall(value))) as CallsOf<Module>

const isCall = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'method' in value && 'answer' in value

export const api = {
  ...callsOf(config),
  ...callsOf(health),
  ...callsOf(account),
  ...callsOf(contest),
  ...callsOf(orders),
  ...callsOf(waitlist),
  ...callsOf(portfolio),
  ...callsOf(market),
  ...callsOf(insights),
  ...callsOf(identity),
}
