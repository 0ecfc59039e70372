// The table of the ten best, with the learner's row among them or below them.
import { formatQuantity, fromDollars } from '@tengrand/core/money.ts'

import type { Leaderboard, Trader } from './queries.ts'
import { ChapterTag } from '../portfolio/chapter-tag.tsx'
import { Medal } from '../ui/medal.tsx'
import { GainPercent, Money } from '../ui/money.tsx'

/** The table reaches to the edges of its card. */
export function Ranking({ board: { leaderboard, you } }: { board: Leaderboard }) {
  const isBelow = you !== null && you.rank > leaderboard.length
  return (
    <div className="-mx-5 -mb-5 overflow-hidden rounded-b-[calc(var(--radius-card)-1px)] md:-mx-6 md:-mb-6">
      <table aria-label="Top 10 by ROI %" className="w-full">
        {head}
        <tbody>
          {leaderboard.map((trader, index) => (
            <Row
              key={trader.user_id ?? index}
              trader={trader}
              rank={index + 1}
              isYou={trader.user_id === you?.user_id}
            />
          ))}
        </tbody>
        {isBelow && (
          <tbody className="border-t-4 border-double border-line">
            <tr className="bg-accent-soft">
              <td
                className={`${cell} pr-3 pl-5 font-semibold min-[22.5rem]:whitespace-nowrap md:pl-6`}
              >
                You, #{formatQuantity(you.rank)}
              </td>
              <Figures trader={you} isYou={false} />
            </tr>
          </tbody>
        )}
      </table>
    </div>
  )
}

/** On narrow screens the portfolio value stands above the return, in one column. */
const head = (
  <thead className="align-bottom text-12 text-muted">
    <tr>
      <th scope="col" className="w-16 pb-2.5 pl-5 text-left font-medium md:w-24 md:pl-6">
        Rank
      </th>
      <th scope="col" className="pb-2.5 text-left font-medium">
        Trader
      </th>
      <th scope="col" className="pb-2.5 text-right font-medium max-sm:hidden">
        Portfolio
      </th>
      <th scope="col" className="pr-5 pb-2.5 pl-3 text-right font-medium md:pr-6">
        <span className="block sm:hidden">Portfolio</span>ROI %
      </th>
    </tr>
  </thead>
)

function Row({ trader, rank, isYou }: { trader: Trader; rank: number; isYou: boolean }) {
  return (
    <tr className={`border-t border-line ${isYou ? 'bg-accent-soft' : ''}`}>
      <td className={`${cell} pl-5 md:pl-6`}>
        <Medal rank={rank} />
      </td>
      <Figures trader={trader} isYou={isYou} />
    </tr>
  )
}

function Figures({ trader, isYou }: { trader: Trader; isYou: boolean }) {
  const value = <Money amount={fromDollars(trader.current_value)} />
  return (
    <>
      <th scope="row" className={`${cell} text-left font-normal`}>
        <span className="font-medium wrap-anywhere">{trader.display_name}</span>
        {isYou && (
          <span className="ml-2 inline-block rounded-sm bg-accent px-1.5 text-11 font-semibold text-on-accent">
            You
          </span>
        )}
        <ChapterTag chapter={trader.chapter} />
        <span className="block text-12 text-muted">
          Cash <Money amount={fromDollars(trader.cash_balance)} />
        </span>
      </th>
      <td className={`${cell} text-right max-sm:hidden`}>{value}</td>
      <td className={`${cell} pr-5 pl-3 text-right md:pr-6`}>
        <span className="block sm:hidden">{value}</span>
        <span className="max-sm:text-12">
          <GainPercent value={trader.roi_percentage} />
        </span>
      </td>
    </>
  )
}

const cell = 'h-14 py-2'
