// Leagues, boards and members as the server sends them.

/** A running league of Ann, who is signed in. */
export const league = {
  id: 'l-1',
  kind: 'league',
  name: 'Class 9b',
  state: 'open',
  role: 'member',
  owner: 'Ms Curie',
  starting_cash: 10_000,
  starts_at: '2026-11-01T15:00:00.000Z',
  ends_at: '2036-12-19T15:00:00.000Z',
  planned_ends_at: '2036-12-19T15:00:00.000Z',
  orders: 'all',
  holdings: 'never',
  members: 3,
  portfolio: 'p-league',
  ranked: true,
  door: 'open',
} as const

export const ownLeague = {
  ...league,
  role: 'owner',
  owner: 'Calm Otter 12',
  code: 'BCDF2345',
} as const

export const upcoming = {
  starts_at: '2036-12-01T15:00:00.000Z',
  state: 'before',
} as const

export const over = {
  ends_at: '2026-11-10T15:00:00.000Z',
  planned_ends_at: '2026-11-10T15:00:00.000Z',
  state: 'over',
} as const

/** A row of the board; without a value its holdings are hidden. */
export const rowOf = (
  rank: number | null,
  name: string,
  roi: number,
  value: number | null = null,
) => ({
  rank,
  user_id: `u-${name}`,
  display_name: name,
  current_value: value,
  roi_percentage: roi,
  largest_percent: value === null ? null : 34.1,
  you: false,
})

/** Three members with a rank, the second is the learner, and one without. */
export const board = {
  board: [
    rowOf(1, 'Brave Fox', 4.4),
    { ...rowOf(2, 'Calm Otter 12', 3.25, 10_325), you: true },
    rowOf(3, 'Quick Hare', -1.5),
    rowOf(null, 'Shy Owl', 0),
  ],
  market: { roi_percentage: 2.5 },
  as_of: '2026-11-19T15:00:00.000Z',
  final: false,
}

export const memberOf = (name: string, organiser_name: string | null, trades: number) => ({
  user_id: `u-${name}`,
  display_name: name,
  organiser_name,
  joined_at: '2026-11-01T15:00:00.000Z',
  last_active: '2026-11-18T15:00:00.000Z',
  trades,
  current_value: 10_000 + trades,
  roi_percentage: trades / 100,
  largest_percent: 12,
  rank: null,
})

export const invitation = {
  kind: 'league',
  guests: false,
  generated_names: false,
  name: 'Class 9b',
  owner: 'Ms Curie',
  members: 3,
  state: 'open',
  starting_cash: 10_000,
  starts_at: league.starts_at,
  ends_at: league.ends_at,
  planned_ends_at: league.planned_ends_at,
  orders: 'all',
  holdings: 'never',
  would_be_ranked: true,
  league: null,
} as const

/** Of a lesson that takes guests. */
export const lessonInvitation = {
  ...invitation,
  kind: 'lesson',
  name: 'Economics 10',
  guests: true,
  state: 'before',
  starts_at: null,
  ends_at: null,
  planned_ends_at: null,
  orders: 'now',
  holdings: 'after',
  span: 'year',
  minutes: 20,
} as const
