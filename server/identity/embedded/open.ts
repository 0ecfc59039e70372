// Opens the embedded provider: people of this server, who sign in with a password or with Google.
import { api } from '@tengrand/contract/api.ts'

import type { Tx } from '../../db/handle.ts'
import { createThrottle, type Throttle } from '../../http/throttle.ts'
import { openOutbox } from '../../mail/outbox.ts'
import { signingAlgorithms, type EmbeddedConfig } from '../config.ts'
import { createDiscovery } from '../discovery.ts'
import type { Identity, IdentityDeps } from '../identity.ts'
import { createRelyingParty } from '../relying-party.ts'
import { addSessionRoutes } from '../session-routes.ts'
import { ownIssuer } from '../issuers.ts'
import { guestSessionsOf, openSessions, signInsOf, type Sessions } from '../sessions.ts'
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
  const { signUp, allowedDomains } = config
  const sessions = await openSessions(deps, config, ownIssuer)
  const { keyFor, secure } = sessions
  const throttle = createThrottle({ db, key: keyFor('throttle'), now, log })
  const attempts = createAttempts(throttle, config.limits)
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
    emailMessages: createEmailMessages({ db, now, origin }, outbox),
    ...accountsOf(deps),
  }
  const google = openGoogle(deps, sessions, throttle, origin)
  const resets = openResets({ ...deps, attempts, origin }, outbox)
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
      addSessionRoutes(app, { ...deps, sessions, signOutUrl: async () => null })
      addEmbeddedRoutes(app, { provider, publicUrl, resets, google })
    },
    guests: guestSessionsOf(sessions),
    signIns: signInsOf(sessions, (check) => checkPassword(provider, check)),
    warnings: () => (mailer.isSmtpMissing || outbox.isLate() ? ['mail'] : []),
    close: async () => {
      await resets.close()
      await outbox.close()
      await sessions.close()
    },
  }
}

/** The account functions, with the issuer of this provider. */
const accountsOf = (deps: EmbeddedDeps) => ({
  isEmailOfDeleted: deps.isEmailOfDeleted,
  confirmAccount: (tx: Tx, { id: subject, email }: Person): Promise<unknown> => {
    const at = deps.now()
    const emailClaim = { isVerified: true, at }
    return deps.openAccount(tx, { issuer: ownIssuer, subject, email, signedInAt: at, emailClaim })
  },
  isLockedOut: (tx: Tx, { id: subject, email }: Person): Promise<boolean> =>
    deps.isLockedOut(tx, { issuer: ownIssuer, subject, email }),
  publicIdOf: async (subject: string): Promise<string | null> =>
    (await deps.findAccount(deps.db, { issuer: ownIssuer, subject }))?.publicId ?? null,
})

function openGoogle(
  deps: EmbeddedDeps,
  { keyFor, secure }: Sessions,
  throttle: Throttle,
  origin: () => string,
) {
  const { google, limits } = deps.config
  if (google === null) return null
  return createRelyingParty({
    ...deps,
    discovery: createDiscovery({ ...deps, ...google, algorithms: signingAlgorithms }),
    key: keyFor('oauth states of Google'),
    secure,
    throttle,
    triesPerMinute: limits.signInsPerMinute,
    redirectUri: () => `${origin()}${api.backFromGoogle.path}`,
  })
}
