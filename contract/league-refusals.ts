// The refusals of leagues: who may do what, when, and joining.
import { entry } from './identity-refusals.ts'

export const leagueRefusals = {
  unknown_league: entry(404, 'Unknown league', 'You are not in this league or lesson.'),
  not_owner: entry(403, 'Not the owner', 'Only the owner of the league can do this.'),
  contest_not_begun: entry(409, 'Not started', 'This league or lesson has not started yet.'),
  contest_over: entry(409, 'League over', 'This league or lesson is over.'),
  order_kind_not_allowed: entry(409, 'Order not allowed', 'This league allows market orders only.'),
  rules_frozen: entry(
    409,
    'Rules frozen',
    'The rules can no longer change. You can still change the name and close the door.',
  ),
  league_in_use: entry(409, 'League in use', "Another member has traded, so you can't delete it."),
  owner_stays: entry(
    409,
    'Owner stays',
    "The owner can't leave. Delete the league, or end it early.",
  ),
  invalid_league_name: entry(
    400,
    'Invalid name',
    'Choose a name of 3 to 40 letters, digits, spaces and simple signs such as - and &. Some words are not allowed.',
  ),
  invalid_organiser_name: entry(
    400,
    'Invalid name',
    'Write your name with at least one letter or digit, in at most 60 characters and without emoji.',
  ),
  /** No such code, or the door is closed. */
  unknown_code: entry(
    404,
    'Unknown code',
    'This code opens no league or lesson. Check it, or ask the owner to open the door.',
  ),
  too_many_codes: entry(
    429,
    'Too many codes',
    ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
      `Too many wrong codes. Please try again in ${inMinutes(retryAfterSeconds)}.`,
    60,
  ),
  league_full: entry(409, 'League full', 'This league is full.'),
  too_many_leagues: entry(
    409,
    'Too many leagues',
    ({ of, most }: { of: 'owned' | 'joined'; most: number }) =>
      of === 'owned'
        ? `You already run ${most} leagues. End or delete one first.`
        : `You are already in ${most} leagues. Leave one first.`,
  ),
  removed: entry(403, 'Removed', "You can't join it again."),
  hidden: entry(403, 'Hidden', 'This league hides what other members hold.'),
  not_a_lesson: entry(409, 'Not a lesson', 'This league is not a lesson.'),
  market_paused: entry(409, 'Paused', 'The lesson is paused. You can trade when it goes on.'),
  too_late: entry(409, 'Too late', 'The prices have moved on since your screen last updated.'),
  too_many_lessons: entry(
    503,
    'Too many lessons',
    'Too many lessons are running on this server. Please try again in a few minutes.',
    60,
  ),
  not_over_yet: entry(409, 'Not over yet', 'This comes when the lesson is over.'),
  guests_not_allowed: entry(403, 'Account needed', 'You need an account to join this lesson.'),
  guest_only: entry(
    403,
    'Guests only play',
    'As a guest you can play this lesson and nothing else.',
  ),
  no_guest: entry(404, 'No guest', 'This browser has no guest in this lesson.'),
  not_a_guest: entry(409, 'Not a guest', 'This member has an account.'),
  already_member: entry(
    409,
    'Already a member',
    'Your account is in this lesson already, with a result of its own.',
  ),
  expired_pass: entry(
    404,
    'Expired code',
    'This code has expired or was already used. Ask for a new one.',
  ),
}

function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
