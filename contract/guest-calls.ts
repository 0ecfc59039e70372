// The table of the calls that guests of a lesson may make.
import { api } from './api.ts'
import type { Call } from './call.ts'

type CallName = keyof typeof api

/**
 * Calls without an account in them are open to everybody, so they are to guests. Where a guest may not make a call, it is
 * refused with `guest_only`, or as `unauthorized` if it uses the cookie of an account.
 */
export const guestCalls: Readonly<Record<CallName, boolean>> = {
  config: true,
  health: true,
  ready: true,
  // The account and what belongs to it.
  account: false,
  changeName: false,
  accountData: false,
  deleteAccount: false,
  watchlist: false,
  setWatchlist: false,
  joinWaitlist: false,
  leaderboard: false,
  leaderboardMe: false,
  // Leagues: the own lesson alone, which the handlers check.
  createLeague: false,
  leagues: false,
  oneLeague: true,
  changeLeague: false,
  deleteLeague: false,
  endLeague: false,
  renewCode: false,
  invitation: false,
  joinLeague: false,
  removeMember: false,
  leagueBoard: true,
  leagueMembers: false,
  leagueMembersCsv: false,
  memberHoldings: true,
  startLesson: false,
  pauseLesson: false,
  resumeLesson: false,
  leaguePrice: true,
  leaguePriceHistory: true,
  leagueQuotes: true,
  leagueQuotesStream: true,
  leaguePriceLines: true,
  proof: true,
  joinAsGuest: true,
  returnAsGuest: true,
  keepGuest: false,
  renameGuest: false,
  passForGuest: false,
  clearLobby: false,
  // Orders and the portfolio: that of the lesson alone.
  buy: true,
  sell: true,
  placeOrder: false,
  orders: true,
  cancelOrder: false,
  portfolio: true,
  currentPortfolioValue: true,
  netWorthHistory: true,
  transactions: true,
  transactionsCsv: true,
  startOver: false,
  chapters: false,
  insights: true,
  luck: true,
  // The installation's market is public.
  currentPrice: true,
  priceHistory: true,
  priceLines: true,
  earnings: true,
  quotesStream: true,
  // Sign-in, and the session of the guest.
  signUp: true,
  signIn: true,
  askGoogle: true,
  backFromGoogle: true,
  askIssuer: true,
  backFromIssuer: true,
  signOut: true,
  session: true,
  token: true,
  askForReset: true,
  resetPassword: true,
  ownAccount: false,
  changePassword: false,
  changeEmail: false,
  sendConfirmation: false,
  confirmEmail: true,
}

const allowed: ReadonlySet<Call> = new Set(
  (Object.keys(guestCalls) as CallName[])
    .filter((name) => guestCalls[name])
    .map((name) => api[name]),
)

export const mayGuestsCall = (call: Call): boolean => allowed.has(call)
