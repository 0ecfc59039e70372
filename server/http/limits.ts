// Reads the limits per account and per address from the environment; docs/configuration.md says what each is for.
import { wholeNumber, type Reader } from '../env.ts'

export type LimitsConfig = ReturnType<typeof readLimits>

/** Calls of one account; 0 in either field is no limit. */
export interface Allowance {
  readonly perSecond: number
  /** The size of the token bucket. */
  readonly burst: number
}

const most = 1_000_000

export function readLimits(read: Reader) {
  const ofAccount = (name: string, unset: number): number =>
    read(name, unset, wholeNumber(0, most), 'a whole number from 0 (no limit) to 1,000,000')
  const ofAddress = (name: string, unset: number): number =>
    read(name, unset, wholeNumber(1, most), 'a whole number from 1 to 1,000,000')
  return {
    trades: { perSecond: ofAccount('TRADES_PER_SECOND', 10), burst: ofAccount('TRADES_BURST', 60) },
    reads: { perSecond: ofAccount('READS_PER_SECOND', 20), burst: ofAccount('READS_BURST', 100) },
    /** Simultaneous price streams. */
    streamsPerAddress: ofAddress('STREAMS_PER_ADDRESS', 200),
    priceCallsPerMinute: ofAddress('PRICE_CALLS_PER_MINUTE', 6_000),
    waitlistPerTenMinutes: ofAddress('WAITLIST_PER_TEN_MINUTES', 60),
  }
}
