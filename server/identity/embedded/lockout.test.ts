// The owner can sign in on a new device while strangers use every call of the provider as an attack, alone and in pairs.
import type * as identityCalls from '@tengrand/contract/identity.ts'
import { expect, test, vi } from 'vitest'

import { isLong } from '../../testing/effort.ts'
import { sharedWorlds } from '../../testing/shared-worlds.ts'
import type { World } from '../../testing/world.ts'
import { browserOn, minutes, movable, newcomer, type Browser } from '../testing/browser.ts'

const emptyWorld = sharedWorlds()

/** Smaller than the defaults, so that an attack reaches each limit with few calls. */
const env = {
  IDENTITY_VERIFY_EMAIL: 'true',
  IDENTITY_FAILURES_PER_ADDRESS: '2',
  IDENTITY_FAILURES_PER_ACCOUNT: '4',
  IDENTITY_SIGN_INS_PER_MINUTE: '3',
  IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '3',
  IDENTITY_RESETS_PER_TEN_MINUTES: '3',
}

const owner = 'ada@school.example'
const chosen = 'another horse battery'
const wrong = 'incorrect horse battery'
/** The owner's network, which attackers also use. */
const home = '203.0.113.7'
const networks = [home, '198.51.100.1', '198.51.100.2']

interface Stage {
  readonly world: World
  /** Accounts of the attackers, one on the owner's network and one elsewhere. */
  readonly accounts: readonly Browser[]
  /** Browsers without cookies, one in each network. */
  readonly strangers: readonly Browser[]
}

type Attack = (stage: Stage) => Promise<unknown>

const times = async (count: number, call: (index: number) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < count; index += 1) await call(index)
}

const byStrangers =
  (count: number, call: (stranger: Browser, index: number) => Promise<unknown>): Attack =>
  async ({ strangers }) => {
    for (const stranger of strangers) await times(count, (index) => call(stranger, index))
  }

const byAccounts =
  (count: number, call: (account: Browser, index: number) => Promise<unknown>): Attack =>
  async ({ accounts }) => {
    for (const account of accounts) await times(count, (index) => call(account, index))
  }

/** All calls of the embedded provider: the type requires an attack for each new call. */
type EmbeddedCall = Exclude<keyof typeof identityCalls, 'askIssuer' | 'backFromIssuer'>

const attackOn: Record<EmbeddedCall | 'resetOfOthers' | 'deleteAccount', Attack> = {
  signUp: byStrangers(4, (stranger, index) =>
    stranger.signUp(index === 0 ? owner : `eve-${index}-${stranger.cookies.size}@evil.example`),
  ),
  signIn: byStrangers(4, (stranger) => stranger.signIn(owner, wrong)),
  askGoogle: byStrangers(4, (stranger) =>
    stranger.post('/sign-in/google', { nonce: 'a'.repeat(16) }),
  ),
  backFromGoogle: byStrangers(4, (stranger) =>
    stranger.get('/identity/callback/google?code=a&state=b'),
  ),
  signOut: byStrangers(2, (stranger) => stranger.post('/sign-out')),
  session: byStrangers(2, (stranger) => stranger.get('/identity/get-session')),
  token: byStrangers(4, (stranger) => stranger.get('/identity/token')),
  askForReset: byStrangers(4, (stranger) =>
    stranger.post('/request-password-reset', { email: owner }),
  ),
  resetOfOthers: byStrangers(4, (stranger, index) =>
    stranger.post('/request-password-reset', { email: `nobody-${index}@school.example` }),
  ),
  resetPassword: byStrangers(4, (stranger) =>
    stranger.post('/reset-password', { token: 'a'.repeat(43), newPassword: chosen }),
  ),
  ownAccount: byAccounts(2, (account) => account.get('/identity/account')),
  changePassword: byAccounts(4, (account) =>
    account.post('/change-password', { password: wrong, newPassword: chosen }),
  ),
  changeEmail: byAccounts(5, (account) =>
    account.post('/change-email', { email: owner, password: 'correct horse battery' }),
  ),
  sendConfirmation: byAccounts(5, (account) => account.post('/send-confirmation')),
  confirmEmail: byStrangers(4, (stranger) =>
    stranger.post('/confirm-email', { token: 'a'.repeat(43) }),
  ),
  deleteAccount: async ({ world, accounts }) => {
    for (const account of accounts) {
      const headers = { authorization: `Bearer ${await account.token()}` }
      const payload = { password: wrong }
      await times(4, () =>
        world.app.inject({ method: 'DELETE', url: '/api/account', headers, payload }),
      )
    }
  },
}

async function openStage(world: World): Promise<Stage> {
  await newcomer(world.app, owner)
  const accounts: Browser[] = []
  for (const network of networks.slice(0, 2)) {
    const { browser } = await newcomer(world.app, `eve-${network}@evil.example`)
    const account = browserOn(world.app, network)
    for (const [cookie, value] of browser.cookies) account.cookies.set(cookie, value)
    accounts.push(account)
  }
  return { world, accounts, strangers: networks.map((network) => browserOn(world.app, network)) }
}

/** Tries the links in the owner's mailbox, newest first. */
async function useLink({ messages }: World, device: Browser): Promise<boolean> {
  const links = messages.flatMap(({ to, text }) =>
    to === owner ? (/reset-password#token=([\w-]+)/.exec(text)?.[1] ?? []) : [],
  )
  for (const token of links.toReversed()) {
    const answer = await device.post('/reset-password', { token, newPassword: chosen })
    if (answer.statusCode === 200) return true
  }
  return false
}

/** How many minutes the owner waits for a working link while an attack goes on. */
async function minutesToReset(
  { world }: Stage,
  device: Browser,
  goOn: () => Promise<void>,
  move: (ms: number) => unknown,
): Promise<number> {
  for (let waited = 0; waited <= 10; waited += 1) {
    expect((await device.post('/request-password-reset', { email: owner })).statusCode).toBe(200)
    const arrives = vi.waitFor(async () => expect(await useLink(world, device)).toBe(true), {
      timeout: 2_000,
      interval: 20,
    })
    if (
      await arrives.then(
        () => true,
        () => false,
      )
    )
      return waited
    move(minutes(1))
    await goOn()
  }
  return Infinity
}

const names = Object.keys(attackOn) as (keyof typeof attackOn)[]
const knownPairs = [
  ['changeEmail', 'signIn'],
  ['askForReset', 'signIn'],
] as const
const allPairs = names.flatMap((one, index) =>
  names.slice(index + 1).map((two) => [one, two] as const),
)

const cases: readonly (readonly (keyof typeof attackOn)[])[] = [
  ...names.map((name) => [name]),
  ...(isLong ? allPairs : knownPairs),
]

test.each(cases.map((attacks) => ({ calls: attacks.join(' and '), attacks })))(
  'the owner gets in from a new device while others call $calls',
  async ({ attacks }) => {
    const clock = movable()
    const world = await emptyWorld({ now: clock.now, env })
    const stage = await openStage(world)
    const attack = async () => {
      for (const name of attacks) await attackOn[name](stage)
    }
    await attack()
    const device = browserOn(world.app, home)
    const waited = await minutesToReset(stage, device, attack, clock.move)
    expect(waited).toBeLessThanOrEqual(10)
    await attack()
    expect((await device.signIn(owner, chosen)).statusCode).toBe(200)
  },
)
