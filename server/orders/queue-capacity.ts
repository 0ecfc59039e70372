// The places in which orders can wait: so many in all, and not all of them for one account.

export interface QueueCapacity {
  /** False where there is none left, for anybody or for this account. */
  take(accountId: number): boolean
  release(accountId: number): void
}

const placesMax = 2_048
/** One person alone shall not take all the places. */
const placesPerAccountMax = 256

export function createQueueCapacity(): QueueCapacity {
  const takenBy = new Map<number, number>()
  let taken = 0
  return {
    take: (accountId) => {
      const own = takenBy.get(accountId) ?? 0
      if (taken >= placesMax || own >= placesPerAccountMax) return false
      taken += 1
      takenBy.set(accountId, own + 1)
      return true
    },
    release: (accountId) => {
      const own = (takenBy.get(accountId) ?? 0) - 1
      taken -= 1
      if (own === 0) takenBy.delete(accountId)
      else takenBy.set(accountId, own)
    },
  }
}
