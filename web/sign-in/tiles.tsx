// What the product offers, in four short tiles.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { Icon, type IconName } from '../ui/icons.tsx'

const tiles: readonly { title: string; sentence: string; icon: IconName }[] = [
  {
    title: 'Real-time Data',
    sentence: 'Prices refreshed through the trading day.',
    icon: 'trend',
  },
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
