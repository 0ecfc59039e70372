// The identity adapter for Firebase Auth; a separate chunk, loaded only if the server's configuration names Firebase.
import { initializeApp } from '@firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type Auth,
  type User,
} from '@firebase/auth'

import { warnOnce } from '../browser/log.ts'
import {
  endsSession,
  firebaseCodeOf,
  hidesAccount,
  identityErrorOf,
  type FirebaseAction,
} from './firebase-errors.ts'
import { watchFirebaseState, type FirebaseState } from './firebase-state.ts'
import { IdentityError } from './identity-error.ts'
import { type Adapter, type UserSlot } from './identity.ts'
import type { Provider } from './session-store.ts'

export type FirebaseSettings = Pick<
  Extract<Provider, { kind: 'firebase' }>,
  'projectId' | 'apiKey' | 'authDomain' | 'emulatorUrl'
>

export function createFirebaseIdentity(settings: FirebaseSettings, user: UserSlot): Adapter {
  const auth = openAuth(settings)
  const state = watchFirebaseState(auth, user)
  const attempt = async (action: FirebaseAction, run: () => Promise<unknown>): Promise<void> => {
    try {
      await run()
    } catch (error) {
      throw error instanceof IdentityError ? error : identityErrorOf(action, error)
    }
  }

  return {
    signIn: (email, password) =>
      attempt('sign-in', () => signInWithEmailAndPassword(auth, email, password)),
    signUp: (email, password) =>
      attempt('sign-up', () => {
        refuseLength(password)
        return createUserWithEmailAndPassword(auth, email, password)
      }),
    signInWithGoogle: () =>
      attempt('google', () => signInWithPopup(auth, new GoogleAuthProvider())),
    sendPasswordReset: (email) => attempt('send-reset', () => sendReset(auth, email)),
    confirmPasswordReset: (token, password) =>
      attempt('confirm-reset', () => {
        refuseLength(password)
        return confirmPasswordReset(auth, token, password)
      }),
    sendConfirmation: () =>
      attempt('send-confirmation', async () => {
        if (auth.currentUser !== null) await sendEmailVerification(auth.currentUser)
      }),
    getToken: makeGetToken(auth, state, user),
    signOut: () => leave(auth, state, 'left'),
  }
}

/** Uses initializeAuth, because getAuth would bundle all of Firebase's auth features. */
function openAuth({ projectId, apiKey, authDomain, emulatorUrl }: FirebaseSettings): Auth {
  const auth = initializeAuth(initializeApp({ projectId, apiKey, authDomain }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    // Set at the start, because on Safari and phones the popup must be prepared before the click.
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  // The URL is null with the real Firebase.
  if (emulatorUrl !== null) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return auth
}

const passwordLengthMin = 8
const passwordLengthMax = 128

/** Checks the length here, because Firebase accepts passwords of six characters. */
function refuseLength({ length }: string): void {
  if (length < passwordLengthMin || length > passwordLengthMax) {
    throw new IdentityError('weak_password')
  }
}

async function sendReset(auth: Auth, email: string): Promise<void> {
  try {
    await sendPasswordResetEmail(auth, email)
  } catch (error) {
    if (!hidesAccount(error)) throw error
  }
}

/** Requests in flight that find the token expired share one renewal. */
function makeGetToken(auth: Auth, state: FirebaseState, slot: UserSlot): Adapter['getToken'] {
  const inFlight = new Map<string, Promise<string | undefined>>()

  const fetchToken = async (user: User, forceRefresh: boolean): Promise<string | undefined> => {
    try {
      const token = await user.getIdToken(forceRefresh)
      // Another account may have signed in meanwhile, and must not use this token.
      return auth.currentUser?.uid === user.uid ? token : undefined
    } catch (error) {
      warnOnce(`There is no token from Firebase: ${firebaseCodeOf(error)}`, { forceRefresh })
      // For some errors Firebase itself has set currentUser to null already.
      const isStillHere = (auth.currentUser?.uid ?? user.uid) === user.uid
      if (endsSession(error) && isStillHere) await leave(auth, state, 'lost')
      return undefined
    }
  }

  return async ({ forceRefresh }) => {
    await state.known
    const user = auth.currentUser
    // `currentUser` is still set if Firebase failed to sign out; the slot then says 'signed-out'.
    if (user === null || slot.get().kind !== 'signed-in') return undefined
    const key = `${user.uid} ${forceRefresh}`
    const token =
      inFlight.get(key) ?? fetchToken(user, forceRefresh).finally(() => inFlight.delete(key))
    inFlight.set(key, token)
    return token
  }
}

/** Firebase itself signs out the other tabs. */
const leave = (auth: Auth, state: FirebaseState, why: 'left' | 'lost'): Promise<void> =>
  state.leave(why, async () => {
    try {
      await signOut(auth)
    } catch (error) {
      warnOnce(`Firebase did not sign out: ${firebaseCodeOf(error)}`, {})
    }
  })
