// How a result is read, with the figures of the demo's learner.
import { formatMoney, formatQuantity, fromDollars } from '@tengrand/core/money.ts'

import { PageLink } from '../prose.tsx'
import { demoResult as demo } from './demo-result.ts'

const dollars = (amount: number): string => formatMoney(fromDollars(amount)).replace('.00', '')

export function Skill() {
  return (
    <>
      <p>
        A year later you have made money. <PageLink to="/insights">Your result</PageLink> looks at
        it in five ways. These are the figures of the demo’s learner as of {demo.day}, rounded; a
        demo that was begun on another day has others:
      </p>
      <ul>
        <li>
          <strong>The market.</strong> The learner made {demo.gainPercent}%, the market{' '}
          {demo.marketPercent}%: a little of everything, left alone, would have ended only{' '}
          {dollars(demo.aheadOfMarket)} lower.
        </li>
        <li>
          <strong>What earned it.</strong> {demo.best} alone earned {dollars(demo.bestGain)} of the{' '}
          {dollars(demo.gain)}. Would the reason for that choice hold again?
        </li>
        <li>
          <strong>Twins.</strong> Had the learner stopped after the first day, there would be{' '}
          {dollars(demo.firstDay)}; without any sale, {dollars(demo.neverSold)}, for want of the
          cash for {demo.skipped} later purchases. Trading paid, this time.
        </li>
        <li>
          <strong>Luck.</strong> The choice of stocks did better than {demo.percentile}% of{' '}
          {formatQuantity(demo.traders)} random ones, of which nine in ten came to between{' '}
          {dollars(demo.p5)} and {dollars(demo.p95)}. Chance alone could explain it.
        </li>
        <li>
          <strong>Habits.</strong> At worst the learner was {demo.fallPercent}% below a peak, with{' '}
          {demo.cashPercent}% in cash on average; the market at its own worst{' '}
          {demo.marketFallPercent}%.
        </li>
      </ul>
      <p>
        A good year in a good market, mostly by one stock: no proof of skill, nor of the lack of it.
      </p>
    </>
  )
}
