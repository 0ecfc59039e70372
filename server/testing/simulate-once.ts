// Shares one simulated market among all tests of a process with the same options.
import { simulatedMarket, type SimulatedMarket } from '../market/simulated/market.ts'

const markets = new Map<string, SimulatedMarket>()

export const simulateOnce: typeof simulatedMarket = (options) => {
  const key = `${options.version} ${options.hours} ${options.announcedFrom} ${Buffer.from(options.secret).toString('hex')}`
  const kept = markets.get(key) ?? simulatedMarket(options)
  markets.set(key, kept)
  return kept
}
