// The table of all calls, from which the server makes its routes, validation and API description. The web app imports the
// file of each noun instead, so that a page loads only the calls that it makes.
import * as account from './account.ts'
import type { Call } from './call.ts'
import * as config from './config.ts'
import * as contest from './contest.ts'
import * as guests from './guests.ts'
import * as health from './health.ts'
import * as identity from './identity.ts'
import * as insights from './insights.ts'
import * as journal from './journal.ts'
import * as leagueMembers from './league-members.ts'
import * as leagues from './leagues.ts'
import * as lessonProof from './lesson-proof.ts'
import * as lessons from './lessons.ts'
import * as market from './market.ts'
import * as orders from './orders.ts'
import * as portfolio from './portfolio.ts'
import * as waitlist from './waitlist.ts'

type CallsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Call ? Name : never]: Module[Name]
}

/** The calls among the exports of a module. */
const callsOf = <Module extends object>(module: Module): CallsOf<Module> =>
  Object.fromEntries(Object.entries(module).filter(([, value]) => isCall(value))) as CallsOf<Module>

const isCall = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'method' in value && 'answer' in value

export const api = {
  ...callsOf(config),
  ...callsOf(health),
  ...callsOf(account),
  ...callsOf(contest),
  ...callsOf(leagues),
  ...callsOf(leagueMembers),
  ...callsOf(lessons),
  ...callsOf(lessonProof),
  ...callsOf(guests),
  ...callsOf(orders),
  ...callsOf(waitlist),
  ...callsOf(portfolio),
  ...callsOf(market),
  ...callsOf(insights),
  ...callsOf(journal),
  ...callsOf(identity),
}

/** The calls by noun, with the headings of the API documentation. */
export interface CallGroup {
  readonly name: string
  readonly description: string
  readonly calls: Readonly<Record<string, Call>>
}

export const groups: readonly CallGroup[] = [
  {
    name: 'Sign-in',
    description:
      'Sign-in at this server. The session is a cookie, and each sign-in returns a token for the other calls.',
    calls: callsOf(identity),
  },
  {
    name: 'Portfolio',
    description: 'What is held, what it is worth, what happened in it, and its chapters.',
    calls: callsOf(portfolio),
  },
  {
    name: 'Orders',
    description: 'Buying and selling at once, and orders that wait for their price.',
    calls: callsOf(orders),
  },
  {
    name: 'Market',
    description: 'Prices: the latest, those of the past, and a stream of changes.',
    calls: callsOf(market),
  },
  {
    name: 'Insights',
    description: 'What explains the result of a portfolio.',
    calls: callsOf(insights),
  },
  {
    name: 'Journal',
    description: 'The reasons and forecasts of orders, and how often the forecasts came true.',
    calls: callsOf(journal),
  },
  {
    name: 'Leaderboard',
    description: 'The ranking, and the own rank by day.',
    calls: callsOf(contest),
  },
  {
    name: 'Leagues',
    description: 'Contests among people who know each other: create and join them, their boards.',
    calls: { ...callsOf(leagues), ...callsOf(leagueMembers) },
  },
  {
    name: 'Lessons',
    description: 'Leagues with a market of their own, which an organiser starts and pauses.',
    calls: { ...callsOf(lessons), ...callsOf(lessonProof) },
  },
  {
    name: 'Guests',
    description:
      'Lessons without an account: joining with a name, and what the organiser does for guests.',
    calls: callsOf(guests),
  },
  {
    name: 'Account',
    description: 'The account that is signed in, and the stocks that it watches.',
    calls: { ...callsOf(account), ...callsOf(waitlist) },
  },
  {
    name: 'Server',
    description: 'The configuration for clients, and the health of the process.',
    calls: { ...callsOf(config), ...callsOf(health) },
  },
]
