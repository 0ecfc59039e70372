// How much one account and one address may ask of a node; docs/configuration.md says what each limit is for.
import { wholeNumber, type Reader } from '../env.ts'

export interface LimitsConfig {
  readonly trades: Allowance
  readonly reads: Allowance
  /** Streams of prices that are open at the same time. */
  readonly streamsPerAddress: number
  readonly priceCallsPerMinute: number
  readonly waitlistPerTenMinutes: number
}

/** Calls of one account; 0 in either is no limit. */
export interface Allowance {
  readonly perSecond: number
  /** So many may come at once after a pause. */
  readonly burst: number
}

export function readLimits(read: Reader): LimitsConfig {
  const ofAccount = (name: string, unset: number): number =>
    read(name, unset, wholeNumber(0, most), 'a whole number from 0 (no limit) to 1,000,000')
  const ofAddress = (name: string, unset: number): number =>
    read(name, unset, wholeNumber(1, most), 'a whole number from 1 to 1,000,000')
  return {
    trades: {
      perSecond: ofAccount('TRADES_PER_SECOND', 10),
      burst: ofAccount('TRADES_BURST', 60),
    },
    reads: {
      perSecond: ofAccount('READS_PER_SECOND', 20),
      burst: ofAccount('READS_BURST', 100),
    },
    streamsPerAddress: ofAddress('STREAMS_PER_ADDRESS', 200),
    priceCallsPerMinute: ofAddress('PRICE_CALLS_PER_MINUTE', 6_000),
    waitlistPerTenMinutes: ofAddress('WAITLIST_PER_TEN_MINUTES', 60),
  }
}

const most = 1_000_000
