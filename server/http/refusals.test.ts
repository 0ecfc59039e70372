// The status, the wait and the sentence of every refusal of the contract, as the server sends them.
import { refusalLines, type Refusal } from '@tengrand/contract/refusals.ts'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { sendRefusal } from './problem.ts'

/** Status | Retry-After in seconds | code and details | sentence. */
const table = `
401 | - | unauthorized | Please sign in again.
401 | - | invalid_credentials | Wrong email or password.
409 | - | email_in_use | You already have an account with this email. Sign in instead.
409 | - | email_departed | An account with this email was deleted less than 30 days ago. You can switch to this email once 30 days have passed.
400 | - | weak_password | Choose a password of 8 to 128 characters.
400 | - | weak_password {"hasControlCharacters":true} | Choose a password without control characters.
400 | - | common_password | This password is too easy to guess. Choose another one.
400 | - | common_password {"pattern":"repeat"} | Repeats are easy to guess. Choose another password.
400 | - | common_password {"pattern":"sequence"} | Sequences such as abcd or 1234 are easy to guess. Choose another password.
400 | - | common_password {"pattern":"keyboard"} | Keys in a row, such as qwerty, are easy to guess. Choose another password.
400 | - | common_password {"pattern":"date"} | Dates are easy to guess. Choose another password.
400 | - | common_password {"pattern":"product"} | The name of this site is easy to guess. Choose another password.
400 | - | email_as_password | Don't use your email address in your password.
403 | - | wrong_password | Wrong password.
409 | - | no_password | Your account has no password. You sign in with Google.
400 | - | same_email | This is already your email address.
400 | - | same_password | This is already your password.
400 | - | invalid_email | Enter a valid email address.
400 | - | expired_link | This link has expired or was already used. Ask for a new one.
403 | - | foreign_origin | Tengrand isn't set up for this web address (PUBLIC_URL). Tell the people who run it.
403 | - | sign_up_closed | You can't create an account here. Sign in if you already have one.
403 | - | domain_not_allowed | You need a different email address to sign in here.
501 | - | google_not_set_up | Google sign-in isn't set up on this server.
409 | - | account_exists | You already have an account with this email. Sign in with your password.
403 | - | email_unverified | Your email isn't verified with that sign-in yet.
403 | - | sign_in_cancelled | The sign-in was cancelled.
403 | - | sign_in_failed | We couldn't sign you in. Please try again.
503 | 30 | sign_in_unavailable | That sign-in isn't answering right now. Please try again in a moment.
403 | - | account_locked | The people who run this server have locked your account. Ask them if you think it's a mistake.
403 | - | sign_in_again | Sign out and in again first. You can delete your account within ten minutes of signing in.
409 | - | name_taken | Someone already has this name. Choose another one.
409 | - | name_taken {"byGuest":true} | A guest of this lesson has a name like yours. Change your name, then join.
400 | - | invalid_name | Use 3 to 24 letters (A to Z), digits, single spaces, - and _. At least three must be letters or digits.
400 | - | invalid_name {"ofGuest":"shape"} | Use 2 to 24 letters and digits, with single spaces, -, _ or ' between them.
400 | - | invalid_name {"ofGuest":"generated"} | Take one of the names that are offered in this lesson.
400 | - | invalid_name {"isReserved":true} | You can't use this name here. Choose another one.
404 | - | unknown_portfolio | There is no such portfolio of yours.
409 | - | portfolio_closed | This run is closed. You can read it, but not trade in it.
409 | - | nothing_to_close | This run has no trade yet.
409 | - | too_soon {"from":1772712000000} | You can restart again from March 5, 2026.
404 | - | unknown_order | You don't have this order.
409 | - | order_closed | This order is already filled.
409 | - | order_closed {"state":"cancelled"} | This order is already cancelled.
409 | - | order_closed {"state":"expired"} | This order is already expired.
409 | - | too_many_orders | You have 50 open orders. Cancel one first.
404 | - | unknown_entry | You don't have this journal entry.
409 | - | note_closed | You can change a reason for 10 minutes after the order.
403 | - | journal_hidden | This member doesn't show you their journal.
404 | - | unknown_league | You are not in this league or lesson.
403 | - | not_owner | Only the owner of the league can do this.
409 | - | contest_not_begun | This league or lesson has not started yet.
409 | - | contest_over | This league or lesson is over.
409 | - | order_kind_not_allowed | This league allows market orders only.
409 | - | rules_frozen | The rules can no longer change. You can still change the name and close the door.
409 | - | league_in_use | Another member has traded, so you can't delete it.
409 | - | owner_stays | The owner can't leave. Delete the league, or end it early.
400 | - | invalid_league_name | Choose a name of 3 to 40 letters, digits, spaces and simple signs such as - and &. Some words are not allowed.
400 | - | invalid_organiser_name | Write your name with at least one letter or digit, in at most 60 characters and without emoji.
404 | - | unknown_code | This code opens no league or lesson. Check it, or ask the owner to open the door.
429 | 1 | too_many_codes {"retryAfterSeconds":1} | Too many wrong codes. Please try again in a minute.
429 | 3600 | too_many_codes {"retryAfterSeconds":3600} | Too many wrong codes. Please try again in 60 minutes.
409 | - | league_full | This league is full.
409 | - | too_many_leagues {"of":"owned","most":10} | You already run 10 leagues. End or delete one first.
409 | - | too_many_leagues {"of":"joined","most":20} | You are already in 20 leagues. Leave one first.
403 | - | removed | You can't join it again.
403 | - | hidden | This league hides what other members hold.
409 | - | not_a_lesson | This league is not a lesson.
409 | - | market_paused | The lesson is paused. You can trade when it goes on.
409 | - | too_late | The prices have moved on since your screen last updated.
503 | 60 | too_many_lessons | Too many lessons are running on this server. Please try again in a few minutes.
409 | - | not_over_yet | This comes when the lesson is over.
403 | - | guests_not_allowed | You need an account to join this lesson.
403 | - | guest_only | As a guest you can play this lesson and nothing else.
404 | - | no_guest | This browser has no guest in this lesson.
409 | - | not_a_guest | This member has an account.
409 | - | already_member | Your account is in this lesson already, with a result of its own.
404 | - | expired_pass | This code has expired or was already used. Ask for a new one.
400 | - | invalid_request {"reason":"The body of the request is not valid JSON."} | The body of the request is not valid JSON.
404 | - | not_found | There is nothing at this address.
404 | - | unknown_ticker {"ticker":"XYZ"} | XYZ is not one of the 16 stocks you can trade here.
400 | - | unknown_range {"ranges":["1d","5d"]} | The range must be one of 1d, 5d.
503 | 15 | no_price {"ticker":"AAPL"} | No price is available for AAPL right now.
400 | - | invalid_quantity | Quantity must be a whole number from 1 to 1,000,000.
422 | - | insufficient_cash {"need":250050,"have":100000,"free":100000} | Not enough cash: this costs $2,500.50 and you have $1,000.00.
422 | - | insufficient_cash {"need":250050,"have":100000,"free":40000} | Not enough cash: this costs $2,500.50 and you have $400.00 to spend. Open orders hold the rest.
422 | - | insufficient_shares {"ticker":"AAPL","have":1,"free":1} | Not enough shares: you have 1 share of AAPL.
422 | - | insufficient_shares {"ticker":"AAPL","have":3,"free":1} | Not enough shares: you can sell 1 of your 3 shares of AAPL. Open orders hold the rest.
422 | - | insufficient_shares {"ticker":"AAPL","have":3,"free":2} | Not enough shares: you can sell 2 of your 3 shares of AAPL. Open orders hold the rest.
409 | - | price_moved {"ticker":"AAPL","price":18950} | The price of AAPL is now $189.50. Please review and try again.
503 | 5 | price_stale {"ticker":"AAPL","ageMinutes":null} | No new price of AAPL came in time. Please try again.
503 | 60 | price_stale {"ticker":"AAPL","ageMinutes":20} | The latest price of AAPL is 20 minutes old. Please try again when prices are fresh.
409 | - | market_closed {"opens":"on Monday at 9:30 AM in New York"} | The market is closed. It opens on Monday at 9:30 AM in New York.
422 | - | key_reused | This order was already sent with other details.
503 | 1 | busy | There are many orders right now. Please try again in a moment.
429 | 60 | history_unavailable | Historical data is temporarily unavailable.
503 | 3 | still_working | This takes longer than usual. Please try again in a few seconds.
429 | 60 | too_many_requests | That was a lot of requests. Please try again in a minute.
429 | 1 | too_many_requests {"retryAfterSeconds":1} | That was a lot of requests. Please try again in a second.
429 | 9 | too_many_requests {"retryAfterSeconds":9,"of":"orders"} | That was a lot of orders. Please try again in 9 seconds.
429 | 3600 | too_many_requests {"retryAfterSeconds":3600,"of":"histories"} | You've loaded your history too often. Please try again in 60 minutes.
429 | 86400 | too_many_requests {"retryAfterSeconds":86400,"of":"names"} | You can change your name ten times a day. Please try again in 24 hours.
429 | 3600 | too_many_requests {"retryAfterSeconds":3600,"of":"guests"} | Too many guests are joining from your network. Please try again in 60 minutes.
405 | - | method_not_allowed {"allowed":["GET","HEAD"]} | This address takes GET and HEAD only.
408 | - | request_timeout | The request took too long to arrive. Please try again.
413 | - | body_too_large {"limitKilobytes":16} | A request may carry at most 16 KB.
415 | - | unsupported_media_type | Please send JSON, with the header Content-Type: application/json.
500 | - | internal_error | Something went wrong on our side. Please try again.
503 | 5 | unavailable | Tengrand is not available right now. Please try again in a moment.
503 | 5 | unavailable {"reason":"database"} | Tengrand is not available right now. Please try again in a moment.
`

const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))
  .map(([status = '', wait = '', refusal = '', sentence = '']) => {
    const [code = '', ...details] = refusal.split(' ')
    return { status: Number(status), wait, code, details: details.join(' ') || '{}', sentence }
  })

test('every refusal is in the table', () => {
  expect(new Set(rows.map(({ code }) => code))).toEqual(
    new Set(refusalLines.map(({ code }) => code)),
  )
})

test.each(rows)('$code $details is answered with $status', async (row) => {
  const { status, wait, code, details, sentence } = row
  const app = fastify()
  onTestFinished(() => app.close())
  const refusal = { ...(JSON.parse(details) as object), code } as Refusal
  app.get('/', (request, reply) => sendRefusal(request, reply, refusal))
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['retry-after'] ?? '-').toBe(wait)
  expect(answer.json()).toMatchObject({ status, code, detail: sentence, error: sentence })
})
