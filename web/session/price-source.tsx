// The source of this server's prices (simulated, or a provider), named with an explanation, and the small print of every page.
import { useStore } from '../browser/create-store.ts'
import type { MarketSource } from './session-store.ts'
import { useSession } from './session.tsx'
import { Hint } from '../ui/tip.tsx'

/** Null until the server's configuration is loaded. */
export function useMarketSource(): MarketSource | null {
  const { subscribe, getMarket: get } = useSession().identity
  return useStore({ subscribe, get })
}

/** Invisible while it is loading, so that nothing moves. */
export function PriceSource() {
  const source = useMarketSource()
  return (
    <Hint words={source && explain(source)} className={source ? '' : 'invisible'}>
      {nameOf(source?.market ?? 'simulated')}
    </Hint>
  )
}

export function SmallPrint() {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1">
      Tengrand is a simulator. The money is virtual, and nothing here is investment advice.
      <PriceSource />
    </p>
  )
}

const names = {
  simulated: 'Simulated prices',
  alpaca: 'Prices from Alpaca (IEX)',
  yahoo: 'Prices from Yahoo',
}

export const nameOf = (market: MarketSource['market']): string => names[market]

const explain = ({ market, hours }: MarketSource): string =>
  `${sentences[market]} ${hours === 'always' ? openAlways : exchangeHours}`

const sentences: Readonly<Record<MarketSource['market'], string>> = {
  simulated:
    "These prices are made up. They change every second and behave like real ones, but they don't react to real news.",
  alpaca:
    'Real prices from the IEX exchange by Alpaca, updated every 15 seconds while the market is open.',
  yahoo: 'Real prices from Yahoo, updated every 5 minutes while the market is open.',
}
const openAlways = 'The market is open day and night.'
const exchangeHours = 'The market keeps the hours of the New York Stock Exchange.'
