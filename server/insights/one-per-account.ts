// Lets each account have one request under way at a time; the next one of the account begins when it has ended.

export type OnePerAccount = <T>(accountId: number, work: () => Promise<T>) => Promise<T>

export function onePerAccount(): OnePerAccount {
  /** Of each account that waits for something, the end of its last request; it never rejects. */
  const ends = new Map<number, Promise<void>>()
  return (accountId, work) => {
    const answer = (ends.get(accountId) ?? Promise.resolve()).then(work)
    const forget = (): void => {
      if (ends.get(accountId) === end) ends.delete(accountId)
    }
    const end = answer.then(forget, forget)
    ends.set(accountId, end)
    return answer
  }
}
