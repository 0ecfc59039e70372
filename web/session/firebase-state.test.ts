import { beforeEach, describe, expect, test, vi } from 'vitest'

import { createStore, type Store } from '../browser/create-store.ts'
import { watchFirebaseState, type FirebaseState } from './firebase-state.ts'
import type { IdentityState } from './identity.ts'

type Listener = Parameters<Parameters<typeof watchFirebaseState>[0]['onIdTokenChanged']>[0]

const ann = { uid: 'ann', email: 'ann@example.com' }
const annIsHere = { kind: 'signed-in', ...ann }

let state: FirebaseState & Store<IdentityState>
let notify: Listener
let warn: Listener

beforeEach(() => {
  vi.useFakeTimers()
  const user = createStore<IdentityState>({ kind: 'loading' })
  const auth = {
    onIdTokenChanged: (listener: Listener) => (notify = listener),
    beforeAuthStateChanged: (listener: Listener) => (warn = listener),
  }
  state = { ...user, ...watchFirebaseState(auth, user) }
})

const hint = (): string | null => localStorage.getItem('tengrand-firebase')

describe('before the first answer', () => {
  test('nobody is waited for longer than eight seconds, but that is not remembered', () => {
    localStorage.setItem('tengrand-firebase', '1')
    vi.advanceTimersByTime(7999)
    expect(state.get()).toEqual({ kind: 'loading' })
    vi.advanceTimersByTime(1)
    expect(state.get()).toEqual({ kind: 'signed-out' })
    expect(hint()).toBe('1')
  })

  test('an answer that comes later still counts', () => {
    vi.advanceTimersByTime(8000)
    notify(ann)
    expect(state.get()).toEqual(annIsHere)
  })

  test('an answer in time is not taken back', async () => {
    notify(ann)
    await state.known
    vi.advanceTimersByTime(8000)
    expect(state.get()).toEqual(annIsHere)
  })
})

describe('whoever is not here any more', () => {
  beforeEach(() => notify(ann))

  test('left, when it was asked for', async () => {
    await state.leave('left', async () => {
      warn(null)
      notify(null)
    })
    expect(state.get()).toEqual({ kind: 'signed-out' })
  })

  test('is gone at once, even while Firebase still says otherwise', async () => {
    await state.leave('left', async () => {
      expect(state.get()).toEqual({ kind: 'signed-out' })
      notify(ann)
      expect(state.get()).toEqual({ kind: 'signed-out' })
      expect(hint()).toBeNull()
    })
    notify(ann)
    expect(state.get()).toEqual(annIsHere)
  })

  test('was lost, when Firebase let go of them by itself', () => {
    warn(null)
    notify(null)
    expect(state.get()).toEqual({ kind: 'signed-out', lost: true })
    expect(hint()).toBeNull()
  })

  test('was lost, when Firebase would not renew the token', async () => {
    await state.leave('lost', async () => notify(null))
    expect(state.get()).toEqual({ kind: 'signed-out', lost: true })
  })

  test('left in another tab, also after they were lost here once before', () => {
    warn(null)
    notify(null)
    notify(ann)
    notify(null)
    expect(state.get()).toEqual({ kind: 'signed-out' })
  })

  test('can come back when leaving failed', async () => {
    const failing = state.leave('left', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    notify(ann)
    expect(state.get()).toEqual(annIsHere)
  })
})

describe('a listener', () => {
  test('hears of changes, and a fresh token is none', () => {
    const listener = vi.fn<() => void>()
    const stop = state.subscribe(listener)
    notify(ann)
    const before = state.get()
    notify({ ...ann })
    expect(state.get()).toBe(before)
    expect(listener).toHaveBeenCalledTimes(1)
    notify({ ...ann, email: 'ann@school.example' })
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    notify(null)
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
