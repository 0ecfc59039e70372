// One simulated market for all tests of a process that ask for the same: what it has computed for one is there for all.
import { simulatedMarket, type SimulatedMarket } from '../market/simulated/market.ts'

const markets = new Map<string, SimulatedMarket>()

export const simulateOnce: typeof simulatedMarket = (options) => {
  const key = `${options.hours} ${Buffer.from(options.secret).toString('hex')}`
  const kept = markets.get(key) ?? simulatedMarket(options)
  markets.set(key, kept)
  return kept
}
