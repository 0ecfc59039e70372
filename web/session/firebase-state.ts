// Who Firebase says is signed in, and the mark by which the next visit knows to ask Firebase at all.
import { saveItem } from '../browser/storage.ts'
import type { IdentityState, UserSlot } from './identity.ts'

type FirebaseUser = { readonly uid: string; readonly email: string | null }
type Listener = (user: FirebaseUser | null) => void

/** What is needed of Firebase's Auth. */
export interface WatchedAuth {
  /** Somebody came or went, here or in another tab, or has a fresh token. */
  readonly onIdTokenChanged: (listener: Listener) => unknown
  /** Called before that, but only for what happens in this tab. */
  readonly beforeAuthStateChanged: (listener: Listener) => unknown
}

export interface FirebaseState {
  /** Until the work has ended nobody is signed in, whatever Firebase says meanwhile. */
  readonly leave: (why: Leaving, work: () => Promise<void>) => Promise<void>
  /** Resolves with the first answer, or when it has been waited for long enough. */
  readonly known: Promise<void>
}

/** Somebody asked for it, or Firebase does not know them any more. */
type Leaving = 'left' | 'lost'

/** Firebase asks its servers about a person it remembers, and on a bad line that can take a minute. */
const firstAnswerSecondsMax = 8

export function watchFirebaseState(auth: WatchedAuth, user: UserSlot): FirebaseState {
  const first = Promise.withResolvers<void>()
  let leaving = 0
  let why: Leaving = 'left'

  const change = (next: IdentityState): void => {
    first.resolve()
    if (!isSame(user.get(), next)) user.set(next)
  }
  const know: Listener = (person) => {
    if (person !== null && leaving > 0) return
    keepHint(person !== null)
    change(person === null ? signedOut[why] : signedInAs(person))
    why = 'left'
  }
  const leave: FirebaseState['leave'] = async (reason, work) => {
    leaving += 1
    why = reason
    know(null)
    try {
      await work()
    } finally {
      leaving -= 1
    }
  }

  // No answer is not an answer: the hint stays, and a later answer still counts.
  const tooLong = setTimeout(() => change(signedOut.left), firstAnswerSecondsMax * 1000)
  void first.promise.then(() => clearTimeout(tooLong))
  auth.beforeAuthStateChanged((person) => {
    // Nobody asked for it, so it was Firebase that let go of them.
    if (person === null && leaving === 0) why = 'lost'
  })
  auth.onIdTokenChanged(know)

  return { leave, known: first.promise }
}

const signedOut: Readonly<Record<Leaving, IdentityState>> = {
  left: { kind: 'signed-out' },
  lost: { kind: 'signed-out', lost: true },
}

const signedInAs = ({ uid, email }: FirebaseUser): IdentityState => ({
  kind: 'signed-in',
  uid,
  email,
})

/** A fresh token is no news. */
const isSame = (a: IdentityState, b: IdentityState): boolean =>
  a.kind === 'signed-in' && b.kind === 'signed-in'
    ? a.uid === b.uid && a.email === b.email
    : a.kind === b.kind

const keepHint = (signedIn: boolean): void =>
  saveItem('localStorage', 'tengrand-firebase', signedIn ? '1' : null)
