// The names of the schemas in the API description and in generated clients. Every body and every answer has a name.
import * as z from 'zod/mini'

import { accountData, dataChapter, dataEntry, dataTrade } from './account-data.ts'
import * as account from './account.ts'
import { config } from './config.ts'
import * as contest from './contest.ts'
import * as guests from './guests.ts'
import { health, ready } from './health.ts'
import * as identity from './identity.ts'
import * as insights from './insights.ts'
import * as journal from './journal.ts'
import * as leagueMembers from './league-members.ts'
import * as leagues from './leagues.ts'
import { lessonMarket } from './lesson-market.ts'
import { lessonProof } from './lesson-proof.ts'
import * as lessons from './lessons.ts'
import * as market from './market.ts'
import * as orders from './orders.ts'
import * as portfolio from './portfolio.ts'
import { problem } from './problem.ts'
import { joinWaitlist } from './waitlist.ts'
import { dateOrTimestamp, day, dollars, percent, timestamp, valuePoint } from './wire.ts'

type Names = Readonly<Record<string, z.ZodMiniType>>

/** Schemas of answers. */
export const answerNames: Names = {
  Account: account.account.answer,
  AccountData: accountData,
  AccountDataChapter: dataChapter,
  AccountDataJournalEntry: dataEntry,
  AccountDataTrade: dataTrade,
  AccountDeletion: account.deleteAccount.answer,
  BrowserSession: identity.session.answer,
  Chapter: portfolio.chapter,
  ChapterList: portfolio.chapters.answer,
  Config: config.answer,
  Calibration: journal.calibration.answer,
  CalibrationLevel: journal.calibrationLevel,
  ConfirmedEmail: identity.confirmEmail.answer,
  Contribution: insights.contribution,
  Contributions: insights.insights.answer.shape.contributions,
  Done: identity.changePassword.answer,
  DueForecasts: journal.dueForecasts.answer,
  Earnings: market.earnings.answer,
  Habits: insights.insights.answer.shape.habits,
  GuestEntry: guests.joinAsGuest.answer,
  GuestName: guests.renameGuest.answer,
  GuestPass: guests.passForGuest.answer,
  Health: health.answer,
  Holding: portfolio.holding,
  Insights: insights.insights.answer,
  Leaderboard: contest.leaderboard.answer,
  LeaderboardRow: contest.leaderboardRow,
  JournalEntry: journal.journalEntry,
  JournalPage: journal.journalPage,
  League: leagues.league,
  LeagueBoard: leagueMembers.leagueBoard.answer,
  LeagueBoardRow: leagueMembers.boardRow,
  LeagueInvitation: leagues.invitation.answer,
  LeagueJournals: journal.leagueJournals.answer,
  LeagueList: leagues.leagues.answer,
  LeagueMember: leagueMembers.leagueMember,
  LeagueMembers: leagueMembers.leagueMembers.answer,
  LeaguePriceLines: lessons.leaguePriceLines.answer,
  LeagueQuotes: lessons.leagueQuotes.answer,
  LessonEvent: lessons.leagueQuotesStream.answer,
  LessonMarket: lessonMarket,
  LessonProof: lessonProof,
  Luck: insights.luck.answer,
  LuckNotReady: insights.notReady,
  LuckReady: insights.ready,
  MemberHoldings: leagueMembers.memberHoldings.answer,
  NetWorthHistory: portfolio.netWorthHistory.answer,
  Order: orders.waitingOrder,
  OrderPage: orders.orders.answer,
  OwnRank: contest.ownRank,
  PendingEmail: identity.changeEmail.answer,
  Portfolio: portfolio.portfolio.answer,
  PortfolioValue: portfolio.currentPortfolioValue.answer,
  Price: market.currentPrice.answer,
  PriceHistory: market.priceHistory.answer,
  PriceLine: market.priceLine,
  PriceLines: market.priceLines.answer,
  PricePoint: market.pricePoint,
  Problem: problem,
  Quote: market.quote,
  QuotesEvent: market.quotesStream.answer,
  RankedDay: contest.rankedDay,
  RankHistory: contest.leaderboardMe.answer,
  Readiness: ready.answer,
  RealizedGain: portfolio.realizedGain,
  SentConfirmation: identity.sendConfirmation.answer,
  SignedIn: identity.signIn.answer,
  SignInMethods: identity.ownAccount.answer,
  SignInRedirect: identity.askIssuer.answer,
  SignOut: identity.signOut.answer,
  StartedChapter: portfolio.startOver.answer,
  Token: identity.token.answer,
  Trade: orders.trade,
  TradeReceipt: orders.tradeReceipt,
  Transaction: portfolio.transaction,
  TransactionPage: portfolio.transactions.answer,
  User: identity.signIn.answer.shape.user,
  ValuePoint: valuePoint,
  WaitlistEntry: joinWaitlist.answer,
  Watchlist: account.watchlist.answer,
  WhatIf: insights.insights.answer.shape.twins,
  WhatIfScenario: insights.twin,
}

/** Schemas of request bodies. */
export const bodyNames: Names = {
  AccountDeletionRequest: account.deleteAccount.body,
  ConditionalOrderRequest: orders.conditionalOrder,
  Credentials: identity.signIn.body,
  EmailChange: identity.changeEmail.body,
  EmailConfirmation: identity.confirmEmail.body,
  EmptyRequest: identity.signOut.body,
  GoogleSignInRequest: identity.askGoogle.body,
  GuestJoining: guests.joinAsGuest.body,
  GuestKeeping: guests.keepGuest.body,
  GuestRenaming: guests.renameGuest.body,
  GuestReturn: guests.returnAsGuest.body,
  IssuerSignInRequest: identity.askIssuer.body,
  JournalShowing: journal.showJournal.body,
  LeagueChange: leagues.changeLeague.body,
  LeagueJoining: leagues.joinLeague.body,
  LeagueRequest: leagues.createLeague.body,
  MarketOrderRequest: orders.marketOrder,
  NameChange: account.changeName.body,
  NoteChange: journal.changeNote.body,
  PasswordChange: identity.changePassword.body,
  PasswordReset: identity.resetPassword.body,
  PasswordResetRequest: identity.askForReset.body,
  StartOverRequest: portfolio.startOver.body,
  WaitlistRequest: joinWaitlist.body,
  WatchlistRequest: account.setWatchlist.body,
}

/** Descriptions of the basic schemas that most other schemas contain. */
export const schemaNotes = z.registry<{ readonly description: string; readonly format?: string }>()
schemaNotes.add(dollars, { description: 'US dollars, with at most two decimals.' })
schemaNotes.add(percent, { description: 'Percent, with at most four decimals.' })
schemaNotes.add(timestamp, { description: 'ISO 8601, UTC.', format: 'date-time' })
schemaNotes.add(day, { description: 'A day in New York.', format: 'date' })
schemaNotes.add(dateOrTimestamp, {
  description: 'A day (YYYY-MM-DD), which stands for its close in New York, or a timestamp.',
})
