// A sign-out that the server has not heard of yet: kept until it has, so that nobody finds the session on a shared computer.
import { post } from './embedded-wire.ts'

const name = 'tengrand-leaving'
let memory = false

export function isLeaving(): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return memory
  }
}

export function setLeaving(leaving: boolean): void {
  memory = leaving
  try {
    if (leaving) localStorage.setItem(name, '1')
    else localStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing knows it for as long as the page is open.
  }
}

/** Asks nothing where somebody has signed in meanwhile: the session would be theirs. */
export const tellServer = (): Promise<void> =>
  inTurn(async () => {
    if (!isLeaving()) return
    await post('sign-out', {})
    setLeaving(false)
  })

/** Ways in and out, one at a time in all tabs: the answer to a sign-out takes cookies away, and they must be the old ones. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  let begun = false
  try {
    return await navigator.locks.request(name, () => {
      begun = true
      return work()
    })
  } catch (error) {
    if (begun) throw error
    // Browsers withhold locks without encryption; one at a time in this tab is then the best there is.
    const turn = before.then(work)
    before = turn.catch(() => {})
    return turn
  }
}

let before: Promise<unknown> = Promise.resolve()
