// What the product offers, in four short tiles.
import { openStartingWords } from '@tengrand/core/contest.ts'

import type { MarketSource } from '../session/session-store.ts'
import { nameOf, useMarketSource } from '../session/price-source.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'

interface Tile {
  readonly title: string
  readonly sentence: string
  readonly icon: IconName
}

const others: readonly Tile[] = [
  {
    title: 'Virtual Trading',
    sentence: `Start with ${openStartingWords} that costs you nothing.`,
    icon: 'dollar',
  },
  {
    title: 'Portfolio Analytics',
    sentence: 'See what moved your return, day by day.',
    icon: 'bars',
  },
  {
    title: 'Secure & Private',
    sentence: 'You appear only under your display name.',
    icon: 'shield',
  },
]

export function Tiles() {
  const source = useMarketSource()
  const tiles: readonly Tile[] = [
    { title: 'Real-time Data', sentence: pricesOf(source), icon: 'trend' },
    ...others,
  ]
  return (
    <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:mt-8">
      {tiles.map(({ title, sentence, icon }) => (
        <li key={title}>
          <Icon name={icon} className="size-[1.375rem] text-accent" />
          <h2 className="mt-2.5 text-14 font-semibold">{title}</h2>
          <p className="mt-1 text-muted">{sentence}</p>
        </li>
      ))}
    </ul>
  )
}

/** As long in every case, so that nothing moves when it is known. */
function pricesOf(source: MarketSource | null): string {
  if (source === null) return 'Prices refreshed through the trading day.'
  const { market, hours } = source
  if (market === 'alpaca') return `${nameOf(market)}, new every 15 seconds.`
  if (market === 'yahoo') return `${nameOf(market)}, new every 5 minutes.`
  return `${nameOf(market)} ${hours === 'always' ? 'that move day and night.' : 'through the trading day.'}`
}
