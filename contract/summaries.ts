// The summary of each call in the API description. They are apart from the calls, because the web app loads those.
import { openStartingWords } from '@tengrand/core/contest.ts'

import type { api } from './api.ts'

export const summaries: Readonly<Record<string, string>> = {
  config: 'The public configuration of the server.',
  health: 'Answers while the process is alive.',
  ready:
    'Whether the server can work: 503 with `reason` in one word if it cannot. `warnings` name what works only in part.',
  account: 'The signed-in account, with the name that other learners see.',
  changeName:
    'Changes the name that other learners see: 3 to 24 letters (A to Z), digits, single spaces, - and _. It must be unique.',
  accountData:
    'Everything that is stored about the signed-in account, as one file: account, sign-in, sessions, chapters with their trades, rankings, waitlist.',
  deleteAccount:
    'Deletes the account and all its data for good, and ends all its sessions. Requires the password, or without one a sign-in of the last ten minutes.',
  watchlist: 'The watched stocks, in the order in which they were added.',
  setWatchlist: 'Replaces the list of watched stocks.',
  leaderboard: `The ten learners with the highest return on ${openStartingWords}, and your own rank. Computed every 24 hours.`,
  leaderboardMe: 'Your own rank by day over the last 30 days, oldest first.',
  createLeague:
    'Creates a league or a lesson, a contest for people with its code; you are its first member. `Idempotency-Key` (a UUID) makes a retry safe.',
  leagues: 'The leagues that you are in.',
  oneLeague: 'A league that you are in: its rules, its times and your portfolio there.',
  changeLeague:
    'Changes the name and the door; before the start and while nobody else is in the league also the rules. Owner only.',
  deleteLeague: 'Deletes a league in which no other member has traded. Owner only.',
  endLeague:
    'Ends a league early: 24 hours later, or at its end if that is sooner. Ends a lesson with the next tick. Owner only.',
  renewCode: 'Makes a new code; the old one stops working. Owner only.',
  invitation: 'What a code leads to: the league, its owner and its rules.',
  joinLeague: 'Joins the league with a code. A repeated call answers the same league with 200.',
  removeMember:
    'Removes a member, or lets you leave. A portfolio with a trade stays readable, off the board.',
  leagueBoard:
    'The ranks of a league at current prices, and at the prices of the end once it is over.',
  leagueMembers: 'All members with the names that they gave to the organiser. Owner only.',
  leagueMembersCsv: 'The members as a table. Owner only.',
  memberHoldings: 'What a member holds, where the rules show it.',
  startLesson: 'Starts a lesson: its prices begin to move ten seconds later. Owner only.',
  pauseLesson: 'Stops the prices of a lesson with the next tick. Owner only.',
  resumeLesson: 'Lets the prices of a lesson go on. Owner only.',
  leaguePrice: 'The latest price of a stock in the market of a league.',
  leaguePriceHistory: 'The prices of a stock in the market of a league, in its market time.',
  leagueQuotes: 'The latest prices of all stocks in the market of a league.',
  leagueQuotesStream:
    'The prices of a lesson as server-sent events: `tick` with all stocks once a second, `board` every second tick.',
  leaguePriceLines: 'Small charts of all stocks since the start of a lesson.',
  proof:
    'What the prices, the trades and the board of a lesson follow from, so that anybody can compute them again. After the end.',
  joinAsGuest:
    'Joins a lesson with its code and a name, without an account. A browser that is a guest of the lesson already gets that guest again with 200.',
  returnAsGuest: 'Lets a guest back in with the one-time code of the organiser.',
  keepGuest:
    'Gives the result of the guest of this browser to the account that is signed in. After the end.',
  renameGuest: 'Changes the name of a guest. Owner only.',
  passForGuest:
    'Makes a code that lets a guest who lost the session back in: once, within 5 minutes. Owner only.',
  clearLobby: 'Removes all guests without a trade, and makes a new code. Owner only.',
  buy: "Buys shares at the server's current ask. `Idempotency-Key` (a UUID) makes a retry safe.",
  sell: "Sells shares at the server's current bid. `Idempotency-Key` (a UUID) makes a retry safe.",
  placeOrder:
    'Places an order that waits for its price; it is filled right away if the price is there already. `Idempotency-Key` (a UUID) makes a retry safe: it answers the current state of the order.',
  orders:
    'Orders, newest first: the open ones, or all, or with `closed_after` those closed since then, by closing time. If there are more, pass `next` as `before`.',
  cancelOrder: 'Cancels an open order and frees its cash or shares.',
  joinWaitlist:
    'Adds an email to the Pro waitlist; an email that is on it already keeps its place. Only without an external form in PRO_WAITLIST_URL.',
  portfolio: 'Cash, holdings and their value at the latest prices.',
  currentPortfolioValue: 'The value of the whole portfolio at the latest prices.',
  netWorthHistory:
    'The value of the portfolio over time: hourly for 7d, daily for 1m, 6m, ytd, 1y and all; the last point is now.',
  transactions:
    'Purchases, sales and splits, newest first. If there are more, pass `next` as `before`. The first page says whether there is any split.',
  transactionsCsv:
    'All transactions as a table, newest first: Date (UTC), Type, Ticker, Quantity, Price, Total, Cash (its change), Realized gain.',
  startOver:
    'Closes the chapter at the current prices and opens the next. `Idempotency-Key` (a UUID) makes a retry safe.',
  chapters: 'All chapters, newest first: the open one, and those closed by starting over.',
  currentPrice: 'The latest price of a stock and how old it is.',
  priceHistory:
    'The prices of a stock: hourly for seven days (7d), daily for a month, six months or a year (1m, 6m, 1y).',
  priceLines:
    'Small charts of the past seven days of all stocks: some dozens of prices each. A stock whose prices are not known is left out.',
  earnings:
    'The days on which a company reports earnings, in the simulated market: the next one from 14 days before, and those of the last year.',
  quotesStream:
    'Live prices as server-sent events: first `snapshot` with all stocks, then `change` with those that changed.',
  insights:
    'What each stock earned or cost over a range (7d, 1m, 6m, ytd, 1y, all); and over the whole portfolio, what the learner would have now with other decisions, and how they invest, in a few figures.',
  luck: 'Compares the choice of stocks with 1,000 random traders, who make the same trades with the stocks shuffled.',
  journal:
    'The reasons and forecasts that were written with orders, newest first, and what became of them. If there are more, pass `next` as `before`.',
  journalCsv:
    'The whole journal as a table, newest first: Date (UTC), Type, Ticker, Quantity, Price, Waiting, Reason, Sure %, Outcome, Due, and the returns of the stock and of the market.',
  dueForecasts: 'How many forecasts came due after an instant, and how many of them came true.',
  changeNote: 'Changes a reason, up to ten minutes after its order. A forecast never changes.',
  calibration:
    'How often the forecasts came true, by how sure the learner was, with a 90 % interval and the Brier score.',
  leagueJournals:
    'Whether the organiser sees your journal in the league, and for the organiser the members who show theirs.',
  showJournal: 'Shows your journal in a league to its organiser, or hides it.',
  memberJournal: 'The journal of a member who shows it. Owner only.',
  signUp: 'Creates an account with an email and a password, and signs in. Embedded provider only.',
  signIn: 'Signs in with an email and a password. Embedded provider only.',
  askGoogle:
    'Starts a Google sign-in: returns the address for a new window, which reports back with the nonce. Embedded provider only.',
  backFromGoogle: 'The callback of the Google sign-in. Embedded provider only.',
  askIssuer:
    'Starts a sign-in at the issuer: returns the address for the browser. IDENTITY=oidc only.',
  backFromIssuer: 'The callback of the sign-in at the issuer. IDENTITY=oidc only.',
  signOut: 'Ends the session of this browser.',
  session: 'The account of the session of this browser.',
  token: 'A fresh token for the API, while the session lasts.',
  askForReset:
    'Sends an email with a link to choose a new password, if the account exists; the answer is the same either way. Embedded provider only.',
  resetPassword: 'Sets a new password with the token of a reset link. Embedded provider only.',
  ownAccount:
    'How the signed-in account signs in: password, Google, email. Embedded provider only.',
  changePassword:
    'Changes the password, with the current one. Ends all other sessions; this one gets a new secret. Embedded provider only.',
  changeEmail:
    'Sends a link to the new email, which replaces the old one when it is confirmed, and a message to the old one. The answer is the same if the email is taken. Embedded provider only.',
  sendConfirmation:
    'Sends the confirmation email again; earlier links stop working. Embedded provider with IDENTITY_VERIFY_EMAIL only.',
  confirmEmail:
    'Confirms an email with the token of its link, and completes a change of email. Embedded provider only.',
} satisfies Record<keyof typeof api, string>
