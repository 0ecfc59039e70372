// The schema of the data export: everything that is stored about an account.
import * as z from 'zod/mini'

import { journalEntry } from './journal.ts'
import { waitingOrder } from './orders.ts'
import { dateOrTimestamp, dollars, timestamp } from './wire.ts'

export const dataTrade = z.object({
  timestamp,
  type: z.enum(['BUY', 'SELL', 'SPLIT']),
  ticker: z.string(),
  /** For a split: the shares that it added, negative if it removed shares. */
  quantity: z.number(),
  price: dollars,
  /** The change of cash; negative for a purchase. */
  cash: dollars,
  /** The proceeds of a sale or split minus the cost of its shares; null for a purchase. */
  realized_gain: z.nullable(dollars),
})

/** What was written with an order. */
export const dataEntry = z.omit(journalEntry, {
  note_until: true,
  outcome: true,
  due_at: true,
  stock_return_percent: true,
  market_return_percent: true,
})

export const dataChapter = z.object({
  /** The name of its contest; 'Everybody' is the open contest. */
  contest: z.string(),
  /** The id of the league; null for another contest. */
  league: z.nullable(z.string()),
  portfolio: z.string(),
  chapter: z.number(),
  opened_at: timestamp,
  /** Null for the open chapter. */
  closed_at: z.nullable(timestamp),
  starting_cash: dollars,
  cash_balance: dollars,
  /** The final value of a closed chapter. */
  final_value: z.nullable(dollars),
  holdings: z.array(z.object({ ticker: z.string(), quantity: z.number(), cost: dollars })),
  /** Limit and stop orders, newest first, like the trades. */
  orders: z.array(waitingOrder),
  trades: z.array(dataTrade),
  /** Newest first. */
  journal: z.array(dataEntry),
})

/** The fields are written in this order: those that can be long come last. */
export const accountData = z.object({
  downloaded_at: timestamp,
  account: z.object({
    user_id: z.string(),
    display_name: z.string(),
    /** Null if the identity provider does not supply it. */
    email: z.nullable(z.string()),
    is_email_verified: z.boolean(),
    /** When the identity provider last changed the verification of the email. */
    email_vouched_at: z.nullable(timestamp),
    created_at: timestamp,
    /** When an operator locked the account, and left it out of rankings. */
    locked_at: z.nullable(timestamp),
    unranked_at: z.nullable(timestamp),
    /** When an earlier account of the same person was deleted, in the last 30 days before this one was made. */
    departed_at: z.nullable(timestamp),
  }),
  sign_in: z.object({
    /** The issuer of the identity, and the subject there. */
    issuer: z.string(),
    subject: z.string(),
    /** Null with an external identity provider. A password is exported only as yes or no. */
    here: z.nullable(
      z.object({
        email: z.string(),
        is_email_proven: z.boolean(),
        created_at: timestamp,
        has_password: z.boolean(),
        google_subject: z.nullable(z.string()),
        /** Emails that are not confirmed yet. */
        pending_emails: z.array(z.object({ email: z.string(), expires_at: timestamp })),
        /** When a link to choose a new password expires. */
        reset_links: z.array(z.object({ expires_at: timestamp })),
      }),
    ),
  }),
  /** The watched stocks, in the order in which they were added. */
  watching: z.array(z.string()),
  /** The sessions, without their secrets. */
  sessions: z.array(
    z.object({
      email: z.nullable(z.string()),
      created_at: timestamp,
      used_at: timestamp,
      expires_at: timestamp,
    }),
  ),
  /** The entry of the account's email. */
  waitlist: z.nullable(z.object({ email: z.string(), joined_at: timestamp, asked_at: timestamp })),
  /** The acts of operators on the account. */
  operator_actions: z.array(z.object({ at: timestamp, action: z.string(), reason: z.string() })),
  /** Deleted accounts of the same person, for 30 days. */
  departures: z.array(
    z.object({
      deleted_at: timestamp,
      chapter: z.number(),
      was_locked: z.boolean(),
      was_unranked: z.boolean(),
    }),
  ),
  /** Ranks by day, oldest first. */
  ranks: z.array(
    z.object({
      date: dateOrTimestamp,
      chapter: z.number(),
      rank: z.number(),
      cash_balance: dollars,
      current_value: dollars,
    }),
  ),
  /** The leagues and lessons that the account owns, newest first. */
  leagues: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['league', 'lesson']),
      name: z.string(),
      created_at: timestamp,
      starting_cash: dollars,
      /** In real time. A lesson that is not started, or not over, has no start, or no end. */
      starts_at: z.nullable(timestamp),
      ends_at: z.nullable(timestamp),
      planned_ends_at: z.nullable(timestamp),
      /** The market time of a lesson and its length in minutes; null for leagues. */
      span: z.nullable(z.string()),
      minutes: z.nullable(z.number()),
      /** Whether guests can join a lesson, and only with names that are offered. */
      guests: z.nullable(z.boolean()),
      generated_names: z.nullable(z.boolean()),
      orders: z.string(),
      holdings: z.string(),
      code: z.string(),
      door: z.enum(['open', 'closed']),
    }),
  ),
  /** The leagues in which the account is or was a member, newest first. */
  memberships: z.array(
    z.object({
      league: z.string(),
      league_name: z.string(),
      joined_at: timestamp,
      left_at: z.nullable(timestamp),
      removed_at: z.nullable(timestamp),
      /** The name of a guest; null for others. */
      guest_name: z.nullable(z.string()),
      /** The name for the organiser, until 90 days after the end. */
      organiser_name: z.nullable(z.string()),
      /** Whether the organiser sees the journal. */
      shows_journal: z.boolean(),
      /** Null for a member who was removed before the start. */
      portfolio: z.nullable(z.string()),
      /** On the final board. */
      final_rank: z.nullable(z.number()),
      final_value: z.nullable(dollars),
    }),
  ),
  /** Newest first. */
  chapters: z.array(dataChapter),
})
