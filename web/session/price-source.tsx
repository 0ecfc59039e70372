// What the prices of this server are: invented, or whose. Said wherever prices are shown or promised.
import { useStore } from '../browser/create-store.ts'
import type { MarketSource } from './session-store.ts'
import { useSession } from './session.tsx'
import { Hint } from '../ui/tip.tsx'

/** Null until the server has said it. */
export function useMarketSource(): MarketSource | null {
  const { subscribe, getMarket: get } = useSession().identity
  return useStore({ subscribe, get })
}

/** Its place is kept while that is not known, so that nothing moves. */
export function PriceSource() {
  const source = useMarketSource()
  return (
    <Hint words={source && explain(source)} className={source ? '' : 'invisible'}>
      {nameOf(source?.market ?? 'simulated')}
    </Hint>
  )
}

const names = {
  simulated: 'Simulated prices',
  alpaca: 'Prices by Alpaca (IEX)',
  yahoo: 'Prices by Yahoo',
}

export const nameOf = (market: MarketSource['market']): string => names[market]

const explain = ({ market, hours }: MarketSource): string =>
  `${sentences[market]} ${hours === 'always' ? openAlways : exchangeHours}`

const sentences: Readonly<Record<MarketSource['market'], string>> = {
  simulated:
    'These prices are invented. They are computed second by second and behave like real ones, but they are not, and they know nothing of real news.',
  alpaca:
    'Real prices of the IEX exchange by Alpaca, asked for every 15 seconds while the market is open.',
  yahoo: 'Real prices by Yahoo, asked for every 5 minutes while the market is open.',
}
const openAlways = 'The market is open day and night.'
const exchangeHours = 'The market keeps the hours of the New York Stock Exchange.'
