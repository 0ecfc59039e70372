// What stands in the file that is downloaded as one's own data.
import * as z from 'zod/mini'

import { waitingOrder } from './orders.ts'
import { dateOrTimestamp, dollars, timestamp } from './wire.ts'

export const dataTrade = z.object({
  timestamp,
  type: z.enum(['BUY', 'SELL', 'SPLIT']),
  ticker: z.string(),
  /** Of a split, the shares that it added; below zero when it took some. */
  quantity: z.number(),
  price: dollars,
  /** What it brought; below zero when it cost something. */
  cash: dollars,
  /** What a sale or a split brought less what the shares had cost; null for a purchase. */
  realized_gain: z.nullable(dollars),
})

export const dataChapter = z.object({
  /** The name of the contest that it is in; 'Everybody' is the open one. */
  contest: z.string(),
  portfolio: z.string(),
  chapter: z.number(),
  opened_at: timestamp,
  /** Null for the open one. */
  closed_at: z.nullable(timestamp),
  starting_cash: dollars,
  cash_balance: dollars,
  /** Of a closed one, what it was worth at its end. */
  final_value: z.nullable(dollars),
  holdings: z.array(z.object({ ticker: z.string(), quantity: z.number(), cost: dollars })),
  /** Those that wait or have waited, newest first, and so are the trades. */
  orders: z.array(waitingOrder),
  trades: z.array(dataTrade),
})

/** The fields stand in this order, what can be long at the end. */
export const accountData = z.object({
  downloaded_at: timestamp,
  account: z.object({
    user_id: z.string(),
    display_name: z.string(),
    /** None where the identity provider does not tell it. */
    email: z.nullable(z.string()),
    is_email_verified: z.boolean(),
    /** When whoever vouches for the person last said otherwise than before. */
    email_vouched_at: z.nullable(timestamp),
    created_at: timestamp,
    /** When the people who run this server left the account out of rankings. */
    locked_at: z.nullable(timestamp),
    unranked_at: z.nullable(timestamp),
    /** When an earlier account of the same person was deleted, in the last 30 days before this one was made. */
    departed_at: z.nullable(timestamp),
  }),
  sign_in: z.object({
    /** Who vouches for the person, and under which name. */
    issuer: z.string(),
    subject: z.string(),
    /** Null where this server does not sign people in itself. Of a password, only whether there is one. */
    here: z.nullable(
      z.object({
        email: z.string(),
        is_email_proven: z.boolean(),
        created_at: timestamp,
        has_password: z.boolean(),
        google_subject: z.nullable(z.string()),
        /** Emails that wait to be confirmed. */
        pending_emails: z.array(z.object({ email: z.string(), expires_at: timestamp })),
        /** Until when a link to choose a new password is good. */
        reset_links: z.array(z.object({ expires_at: timestamp })),
      }),
    ),
  }),
  /** The stocks that are watched, in the order in which they were added. */
  watching: z.array(z.string()),
  /** Where somebody is signed in, without the secrets by which they are. */
  sessions: z.array(
    z.object({
      email: z.nullable(z.string()),
      created_at: timestamp,
      used_at: timestamp,
      expires_at: timestamp,
    }),
  ),
  /** Of the email of the account. */
  waitlist: z.nullable(z.object({ email: z.string(), joined_at: timestamp, asked_at: timestamp })),
  /** What the people who run this server have done to the account. */
  operator_actions: z.array(z.object({ at: timestamp, action: z.string(), reason: z.string() })),
  /** Accounts of the same person that were deleted in the last 30 days. */
  departures: z.array(
    z.object({
      deleted_at: timestamp,
      chapter: z.number(),
      was_locked: z.boolean(),
      was_unranked: z.boolean(),
    }),
  ),
  /** Places by day, oldest first. */
  ranks: z.array(
    z.object({
      date: dateOrTimestamp,
      chapter: z.number(),
      rank: z.number(),
      cash_balance: dollars,
      current_value: dollars,
    }),
  ),
  /** Newest first. */
  chapters: z.array(dataChapter),
})
