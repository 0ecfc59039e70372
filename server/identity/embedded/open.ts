// The embedded provider: accounts with passwords, or with Google, of this very server, for a machine that knows no other.

import { api } from '@tengrand/contract/api.ts'
import type { Tx } from '../../db/handle.ts'
import { createThrottle, perMinute } from '../../http/throttle.ts'
import { openOutbox } from '../../mail/outbox.ts'
import { signingAlgorithms, type EmbeddedConfig } from '../config.ts'
import { createDiscovery } from '../discovery.ts'
import type { Identity, IdentityDeps } from '../identity.ts'
import { createOAuthStates } from '../oauth-state.ts'
import { createRelyingParty, type PartyDeps } from '../relying-party.ts'
import { addSessionRoutes } from '../session-routes.ts'
import { ownIssuer } from '../session-tokens.ts'
import { openSessions, signInsOf, type Sessions } from '../sessions.ts'
import { createAttempts } from './attempts.ts'
import { checkPassword } from './change.ts'
import { createEmailMessages } from './email-messages.ts'
import { createKnownDevices } from './known-devices.ts'
import { createPasswords } from './password.ts'
import { openResets } from './reset.ts'
import { addEmbeddedRoutes } from './routes.ts'
import type { Person } from './store.ts'

type EmbeddedDeps = IdentityDeps & { readonly config: EmbeddedConfig }

export async function openEmbeddedIdentity(deps: EmbeddedDeps): Promise<Identity> {
  const { config, db, now, log, publicUrl, mailer } = deps
  const { signUp, allowedDomains, limits } = config
  const sessions = await openSessions(deps, config, ownIssuer)
  const { keyFor, secure } = sessions
  const throttle = createThrottle({ db, key: keyFor('throttle'), now, log })
  const attempts = createAttempts(throttle, limits)
  const passwords = createPasswords(deps.passwordCost, deps.passwordGate)
  const devices = createKnownDevices(keyFor('known devices'), secure)
  const origin = () => (publicUrl ?? deps.localUrl()).origin
  const outbox = openOutbox({ ...deps, keyFor, times: deps.messageTimes })
  const provider = {
    db,
    now,
    admission: config,
    throttle,
    attempts,
    passwords,
    devices,
    sessions,
    emailMessages: createEmailMessages(deps, outbox, origin),
    ...accountsHere(deps),
  }
  const mayTry = perMinute(throttle, 'ways back of an address', limits.signInsPerMinute)
  const google = openGoogle(deps, sessions, { origin, mayTry })
  const resets = openResets({ ...deps, attempts }, outbox, origin)
  return {
    verify: sessions.verify,
    addressKey: keyFor('addresses in the log'),
    forWeb: {
      kind: 'embedded',
      google: google !== null,
      signUp,
      allowedDomains: [...allowedDomains],
    },
    contentSources: {},
    addRoutes: async (app) => {
      addSessionRoutes(app, { sessions, publicUrl, signOutUrl: async () => null })
      addEmbeddedRoutes(app, { provider, publicUrl, resets, google })
    },
    signIns: signInsOf(sessions, (asked) => checkPassword(provider, asked)),
    warnings: () => (mailer.isSmtpMissing || outbox.isLate() ? ['mail'] : []),
    close: async () => {
      await resets.close()
      await outbox.close()
      await sessions.close()
    },
  }
}

/** The accounts of the people of this provider. */
const accountsHere = ({
  db,
  now,
  openAccount,
  isLockedOut,
  hasDeparted,
  publicIdOf,
}: EmbeddedDeps) => ({
  hasDeparted,
  confirmAccount: (tx: Tx, { id: subject, email }: Person): Promise<unknown> => {
    const at = now()
    const emailClaim = { isVerified: true, at }
    return openAccount(tx, { issuer: ownIssuer, subject, email, signedInAt: at, emailClaim })
  },
  isLockedOut: (tx: Tx, { id: subject, email }: Person): Promise<boolean> =>
    isLockedOut(tx, { issuer: ownIssuer, subject, email }),
  publicIdOf: (subject: string): Promise<string | null> =>
    publicIdOf(db, { issuer: ownIssuer, subject }),
})

function openGoogle(
  deps: EmbeddedDeps,
  { keyFor, secure }: Sessions,
  { origin, mayTry }: { origin: () => string; mayTry: PartyDeps['mayTry'] },
) {
  const { google } = deps.config
  if (google === null) return null
  return createRelyingParty({
    ...deps,
    discovered: createDiscovery({ ...deps, ...google, algorithms: signingAlgorithms }),
    states: createOAuthStates({ ...deps, key: keyFor('oauth states of Google'), secure }),
    mayTry,
    redirectUri: () => `${origin()}${api.backFromGoogle.path}`,
  })
}
