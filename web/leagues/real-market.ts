// Whether the prices of the installation are real, so that they come in sessions.
import { useMarketSource } from '../session/price-source.tsx'

export function useIsRealMarket(): boolean {
  const source = useMarketSource()
  return source !== null && source.market !== 'simulated'
}
