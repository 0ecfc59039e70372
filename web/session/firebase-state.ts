// Follows Firebase's auth state: writes who is signed in, and stores the hint that makes the next visit load Firebase.
import { saveItem } from '../browser/storage.ts'
import type { IdentityState, UserSlot } from './identity.ts'

type FirebaseUser = { readonly uid: string; readonly email: string | null }
type Listener = (user: FirebaseUser | null) => void

/** The part of Firebase's Auth that is used here. */
export interface WatchedAuth {
  /** Calls back after a sign-in or sign-out, here or in another tab, and for a fresh token. */
  readonly onIdTokenChanged: (listener: Listener) => unknown
  /** Calls back before such a change, but only for changes of this tab. */
  readonly beforeAuthStateChanged: (listener: Listener) => unknown
}

export type FirebaseState = ReturnType<typeof watchFirebaseState>

/** How a session ended: by a sign-out, or by Firebase. */
type Leaving = 'left' | 'lost'

/** The time limit for the first state: Firebase checks a stored user at its servers, which can take a minute. */
const firstAnswerSecondsMax = 8

export function watchFirebaseState(auth: WatchedAuth, user: UserSlot) {
  const first = Promise.withResolvers<void>()
  let leaving = 0
  let why: Leaving = 'left'

  const change = (next: IdentityState): void => {
    first.resolve()
    if (!isSame(user.get(), next)) user.set(next)
  }
  const onUser: Listener = (person) => {
    if (person !== null && leaving > 0) return
    saveHint(person !== null)
    change(person === null ? signedOut[why] : signedInAs(person))
    why = 'left'
  }
  /** The state is 'signed-out' until the work has ended, whatever Firebase reports meanwhile. */
  const leave = async (reason: Leaving, work: () => Promise<void>): Promise<void> => {
    leaving += 1
    why = reason
    onUser(null)
    try {
      await work()
    } finally {
      leaving -= 1
    }
  }

  // After the time limit the hint stays, and a late state is still used.
  const tooLong = setTimeout(() => change(signedOut.left), firstAnswerSecondsMax * 1000)
  void first.promise.then(() => clearTimeout(tooLong))
  auth.beforeAuthStateChanged((person) => {
    // Without a pending sign-out, Firebase has ended the session.
    if (person === null && leaving === 0) why = 'lost'
  })
  auth.onIdTokenChanged(onUser)

  return {
    leave,
    /** Resolves with the first state, or at the time limit. */
    known: first.promise,
  }
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

/** Whether the states are equal, as after a fresh token. */
const isSame = (a: IdentityState, b: IdentityState): boolean =>
  a.kind === 'signed-in' && b.kind === 'signed-in'
    ? a.uid === b.uid && a.email === b.email
    : a.kind === b.kind

const saveHint = (signedIn: boolean): void =>
  saveItem('localStorage', 'tengrand-firebase', signedIn ? '1' : null)
