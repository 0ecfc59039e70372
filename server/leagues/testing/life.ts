// A life with leagues, played on the server and by a plain reference at once: cash, shares, ranks and states.
import { randomUUID } from 'node:crypto'

import type { Answer } from '@tengrand/contract/call.ts'
import type { leagueMembers } from '@tengrand/contract/league-members.ts'
import { dayMs, hourMs } from '@tengrand/core/day.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { expect } from 'vitest'

import { expectCleanAudit } from '../../ledger/testing/clean-audit.ts'
import type { Learner } from '../../testing/learner.ts'
import { rules, type School } from './league.ts'
import type { Step, Stock } from './steps.ts'

interface Stake {
  readonly portfolio: string | null
  readonly start: number
  cash: number
  readonly shares: Record<Stock, number>
  /** Keys that were executed. */
  readonly keys: Set<number>
  hasTraded: boolean
  joinedAt: number
  firstTradeAt: number
  closedValue: number | null
}

interface League {
  readonly id: string
  readonly code: string
  readonly owner: number
  readonly startsAt: number
  endsAt: number
  readonly plannedEndsAt: number
  readonly stakes: Map<number, Stake>
  readonly banned: Set<number>
  closingCents: Record<Stock, number> | null
}

const newStake = (portfolio: string | null, start: number, joinedAt: number): Stake => ({
  portfolio,
  start,
  cash: start,
  shares: { AAPL: 0, MSFT: 0 },
  keys: new Set(),
  hasTraded: false,
  joinedAt,
  firstTradeAt: 0,
  closedValue: null,
})

const same = (seen: unknown, expected: unknown): void => expect(seen).toEqual(expected)
const matches = (seen: object, expected: object): void => expect(seen).toMatchObject(expected)

export class Life {
  readonly school: School
  readonly learners: readonly Learner[]
  readonly ids: readonly string[]
  readonly cents: Record<Stock, number> = { AAPL: 100_00, MSFT: 100_00 }
  readonly main: Stake[]
  readonly leagues: League[] = []
  readonly keys = Array.from({ length: 8 }, () => randomUUID())
  startedOverAt: number[]
  /** How often ranks were compared. */
  ranked = 0

  constructor(school: School, learners: readonly Learner[], ids: readonly string[]) {
    this.school = school
    this.learners = learners
    this.ids = ids
    this.main = learners.map(() => newStake(null, 10_000_00, 0))
    this.startedOverAt = learners.map(() => -Infinity)
  }

  valueOf(stake: Stake, cents = this.cents): number {
    return stake.cash + stake.shares.AAPL * cents.AAPL + stake.shares.MSFT * cents.MSFT
  }

  stateOf({ startsAt, endsAt }: League): 'before' | 'open' | 'over' {
    const { at } = this.school.clock
    return at >= endsAt ? 'over' : at < startsAt ? 'before' : 'open'
  }

  /** The scripted market has no past: whatever ends must be closed before a price moves. */
  async settle(): Promise<void> {
    await this.school.runJob()
    for (const league of this.leagues) {
      if (this.stateOf(league) === 'over') league.closingCents ??= { ...this.cents }
    }
  }

  learner = (place: number): Learner => this.learners[place] ?? this.school.teacher

  async run(step: Step): Promise<void> {
    const { school } = this
    if (step.step === 'wait') {
      school.pass(step.hours * hourMs)
      return this.settle()
    }
    if (step.step === 'price') {
      this.cents[step.ticker] = step.cents
      return school.scripted.set(step.ticker, step.cents)
    }
    if (step.step === 'job') return this.settle()
    if (step.step === 'create') return this.create(step.who, step.hours)
    if (step.step === 'start over') return this.startOver(step.who)
    const league = this.leagues[step.which]
    if (step.step === 'trade') return this.trade(step, league)
    if (league === undefined) return
    if (step.step === 'join') return this.join(step.who, league)
    if (step.step === 'remove') return this.remove(step, league)
    if (step.step === 'end') return this.end(step.who, league)
    return this.delete(step.who, league)
  }

  async create(who: number, hours: number): Promise<void> {
    if (this.leagues.length > 1) return
    const { at } = this.school.clock
    const startsAt = at + hours * hourMs
    const body = rules({
      starting_cash: 5_000 * (1 + this.leagues.length),
      starts_at: hours === 0 ? null : new Date(startsAt).toISOString(),
      ends_at: new Date(startsAt + 2 * dayMs).toISOString(),
    })
    const made = (await this.learner(who).post('/api/leagues', body)).json()
    const league = {
      id: made.id,
      code: made.code,
      owner: who,
      startsAt,
      endsAt: startsAt + 2 * dayMs,
      plannedEndsAt: startsAt + 2 * dayMs,
      stakes: new Map([[who, newStake(made.portfolio, made.starting_cash * 100, at)]]),
      banned: new Set<number>(),
      closingCents: null,
    }
    this.leagues.push(league)
  }

  async join(who: number, league: League): Promise<void> {
    const answer = await this.learner(who).post(`/api/join/${league.code}`, {})
    const isMember = league.stakes.has(who)
    const refused = league.banned.has(who) ? 403 : this.stateOf(league) === 'over' ? 409 : 201
    same(answer.statusCode, isMember ? 200 : refused)
    if (isMember || refused !== 201) return
    const { portfolio, starting_cash } = answer.json()
    league.stakes.set(who, newStake(portfolio, starting_cash * 100, this.school.clock.at))
  }

  async trade(step: Extract<Step, { step: 'trade' }>, league: League | undefined): Promise<void> {
    const { who, ticker, quantity, type } = step
    const stake = step.which > 1 ? this.main[who] : league?.stakes.get(who)
    if (stake === undefined) return
    const cents = this.cents[ticker]
    const body = {
      ticker,
      quantity,
      price: cents / 100,
      ...(stake.portfolio && { portfolio: stake.portfolio }),
    }
    // The same keys in every portfolio: a key of one must not be found in another.
    const isRetry = stake.keys.has(step.key)
    const key = isRetry ? randomUUID() : (this.keys[step.key] ?? '')
    const answer = await this.learner(who).post(`/api/${type}`, body, { 'idempotency-key': key })
    const state = step.which > 1 || league === undefined ? 'open' : this.stateOf(league)
    const cost = quantity * cents
    if (state !== 'open') {
      same(answer.json().code, state === 'over' ? 'contest_over' : 'contest_not_begun')
    } else if (type === 'buy' ? cost > stake.cash : quantity > stake.shares[ticker]) {
      same(answer.json().code, type === 'buy' ? 'insufficient_cash' : 'insufficient_shares')
    } else {
      matches([answer.statusCode, answer.body], [200, {}])
      stake.cash += type === 'buy' ? -cost : cost
      stake.shares[ticker] += type === 'buy' ? quantity : -quantity
      stake.keys.add(step.key)
      if (!stake.hasTraded) stake.firstTradeAt = this.school.clock.at
      stake.hasTraded = true
    }
  }

  async remove({ who, by }: { who: number; by: number }, league: League): Promise<void> {
    const answer = await this.learner(by).delete(
      `/api/leagues/${league.id}/members/${this.ids[who]}`,
    )
    const stake = league.stakes.get(who)
    if (!league.stakes.has(by)) return same(answer.statusCode, 404)
    if (by !== who && by !== league.owner) return same(answer.statusCode, 403)
    if (stake === undefined) return same(answer.statusCode, 404)
    if (who === league.owner || this.stateOf(league) === 'over') return same(answer.statusCode, 409)
    same(answer.statusCode, 204)
    league.stakes.delete(who)
    if (by !== who || stake.hasTraded) league.banned.add(who)
  }

  async end(who: number, league: League): Promise<void> {
    const answer = await this.learner(who).post(`/api/leagues/${league.id}/end`, {})
    if (!league.stakes.has(who)) return same(answer.statusCode, 404)
    if (league.owner !== who) return same(answer.statusCode, 403)
    if (this.stateOf(league) !== 'open') return same(answer.statusCode, 409)
    league.endsAt = Math.min(league.endsAt, this.school.clock.at + dayMs)
    same(answer.json().ends_at, new Date(league.endsAt).toISOString())
  }

  async delete(who: number, league: League): Promise<void> {
    const answer = await this.learner(who).delete(`/api/leagues/${league.id}`)
    if (!league.stakes.has(who)) return same(answer.statusCode, 404)
    if (league.owner !== who) return same(answer.statusCode, 403)
    // A ban can come from a trade or from a removal without one, so only the answer tells.
    const others = [...league.stakes].filter(([place]) => place !== who)
    if (others.some(([, { hasTraded }]) => hasTraded)) return same(answer.statusCode, 409)
    if (answer.statusCode === 409) return same(league.banned.size > 0, true)
    this.leagues.splice(this.leagues.indexOf(league), 1)
  }

  async startOver(who: number): Promise<void> {
    const answer = await this.learner(who).post('/api/portfolio/start-over', {})
    const stake = this.main[who]
    const { at } = this.school.clock
    const isAllowed = stake?.hasTraded === true && at >= (this.startedOverAt[who] ?? 0) + 7 * dayMs
    if (answer.statusCode !== 200) return same(isAllowed, false)
    this.main[who] = newStake(null, 10_000_00, 0)
    // Keys belong to the contest, not to the chapter.
    for (const key of stake?.keys ?? []) this.main[who]?.keys.add(key)
    this.startedOverAt[who] = at
  }

  async check(): Promise<void> {
    for (const [place, stake] of this.main.entries()) await this.checkStake(place, stake, null)
    for (const league of this.leagues) {
      for (const [place, stake] of league.stakes) await this.checkStake(place, stake, league)
      await this.checkBoard(league)
    }
    await expectCleanAudit(this.school.db)
  }

  async checkStake(place: number, stake: Stake, league: League | null): Promise<void> {
    const query = stake.portfolio === null ? '' : `?portfolio=${stake.portfolio}`
    const portfolio = (await this.learner(place).get(`/api/portfolio${query}`)).json()
    const held = Object.entries(stake.shares).filter(([, count]) => count > 0)
    const cents = league?.closingCents ?? this.cents
    const isOver = league !== null && this.stateOf(league) === 'over'
    matches(portfolio, {
      cash_balance: stake.cash / 100,
      total_value: this.valueOf(stake, cents) / 100,
      closed_at: isOver ? new Date(league.endsAt).toISOString() : null,
    })
    const shown = portfolio.holdings.map((one: { ticker: string; quantity: number }) => [
      one.ticker,
      one.quantity,
    ])
    same(new Map(shown), new Map(held))
  }

  async checkBoard(league: League): Promise<void> {
    const cents = league.closingCents ?? this.cents
    const isRanked = ({ joinedAt, hasTraded }: Stake) =>
      hasTraded && joinedAt <= league.startsAt + (league.plannedEndsAt - league.startsAt) / 10
    const ranked = [...league.stakes]
      .filter(([, stake]) => isRanked(stake))
      .toSorted(
        ([, a], [, b]) =>
          this.valueOf(b, cents) - this.valueOf(a, cents) || a.firstTradeAt - b.firstTradeAt,
      )
    // The owner's table has the ranks of the board, without the two seconds for which a node shares a board.
    const table = await this.learner(league.owner).get(`/api/leagues/${league.id}/members`)
    const { members }: Answer<typeof leagueMembers> = table.json()
    same(members.length, league.stakes.size)
    const values = ranked.map(([, stake]) => this.valueOf(stake, cents))
    const shown = members.filter(({ rank }) => rank !== null)
    same(
      shown.map(({ current_value }) => fromDollars(current_value)),
      values,
    )
    if (values.length > 1) this.ranked += 1
    if (new Set(values).size < values.length) return
    same(
      shown.map(({ user_id }) => user_id),
      ranked.map(([place]) => this.ids[place]),
    )
  }
}
