// The calls that guests of a lesson may make.
import { api } from './api.ts'
import type { Call } from './call.ts'

/** With an account in them. All others of the kind are refused: they are not about the lesson of the guest. */
const ofLesson: ReadonlySet<Call> = new Set([
  // The handlers check that it is the own lesson.
  api.oneLeague,
  api.leagueBoard,
  api.memberHoldings,
  api.leaguePrice,
  api.leaguePriceHistory,
  api.leagueQuotes,
  api.leagueQuotesStream,
  api.leaguePriceLines,
  api.proof,
  // Orders and the portfolio: that of the lesson alone.
  api.buy,
  api.sell,
  api.orders,
  api.portfolio,
  api.currentPortfolioValue,
  api.netWorthHistory,
  api.transactions,
  api.transactionsCsv,
  api.insights,
  api.luck,
])

/** The others with a cookie are for the sign-in, and for the session of the guest. */
const ofAccountCookie: ReadonlySet<Call> = new Set([
  api.ownAccount,
  api.changePassword,
  api.changeEmail,
  api.sendConfirmation,
])

/**
 * Calls without an account in them are open to everybody, so they are to guests. Where a guest may not make a call, it is
 * refused with `guest_only`, or as `unauthorized` if it uses the cookie of an account.
 */
export const mayGuestsCall = (call: Call): boolean =>
  call.access === 'public' ||
  (call.access === 'same-origin' ? !ofAccountCookie.has(call) : ofLesson.has(call))

/** By name. */
export const guestCalls = Object.fromEntries(
  Object.entries(api).map(([name, call]) => [name, mayGuestsCall(call)]),
) as Readonly<Record<keyof typeof api, boolean>>
