// The embedded provider: accounts with passwords, or with Google, of this very server, for a machine that knows no other.
import { identityCalls } from '@tengrand/contract/identity-calls.ts'

import type { Tx } from '../db.ts'
import { openLetterQueue } from '../mail/letters.ts'
import { signingAlgorithms, type EmbeddedConfig } from './config.ts'
import { createDiscovery } from './discovery.ts'
import { createAttempts } from './embedded/attempts.ts'
import { createEmailLetters } from './embedded/email-letters.ts'
import { createKnownDevices } from './embedded/known-devices.ts'
import { createPasswords } from './embedded/password.ts'
import { writeResetLetter } from './embedded/reset.ts'
import { addEmbeddedRoutes } from './embedded-routes.ts'
import { createThrottle, perMinute } from '../throttle.ts'
import type { Identity, IdentityDoors } from './identity.ts'
import { createOAuthStates } from './oauth-state.ts'
import { createRelyingParty, type PartyDoors } from './relying-party.ts'
import { addSessionRoutes } from './session-routes.ts'
import { ownIssuer } from './session-tokens.ts'
import { openSessions, type Sessions } from './sessions.ts'

type Doors = IdentityDoors & { readonly config: EmbeddedConfig }

export async function openEmbeddedIdentity(doors: Doors): Promise<Identity> {
  const { config, db, now, log, publicUrl, mailer } = doors
  const { signUp, allowedDomains, limits } = config
  const sessions = await openSessions(doors, config, ownIssuer)
  const { keyFor, secure } = sessions
  const throttle = createThrottle({ db, key: keyFor('throttle'), now, log })
  const attempts = createAttempts(throttle, limits)
  const passwords = createPasswords()
  const devices = createKnownDevices(keyFor('known devices'), secure)
  const origin = () => (publicUrl ?? doors.localUrl()).origin
  const queue = openLetterQueue({ ...doors, keyFor, times: doors.letterTimes })
  const provider = {
    db,
    now,
    admission: config,
    throttle,
    attempts,
    passwords,
    devices,
    sessions,
    emailLetters: createEmailLetters(doors, queue, origin),
    confirmAccount: confirmWith(doors),
    publicIdOf: (subject: string) => doors.publicIdOf(db, { issuer: ownIssuer, subject }),
  }
  const mayTry = perMinute(throttle, 'ways back of an address', limits.signInsPerMinute)
  const google = openGoogle(doors, sessions, { origin, mayTry })
  const letters = queue.kind('password reset', (email, isFirstTry) =>
    writeResetLetter({ ...doors, attempts }, { origin: origin(), email, isFirstTry }),
  )
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
      addEmbeddedRoutes(app, { provider, publicUrl, letters, google })
    },
    warnings: () => (mailer.isSmtpMissing || queue.isLate() ? ['mail'] : []),
    close: async () => {
      await queue.close()
      await sessions.close()
    },
  }
}

const confirmWith =
  ({ openAccount, now }: Doors) =>
  (tx: Tx, subject: string): Promise<unknown> =>
    openAccount(tx, { issuer: ownIssuer, subject, emailClaim: { isVerified: true, at: now() } })

function openGoogle(
  doors: Doors,
  { keyFor, secure }: Sessions,
  { origin, mayTry }: { origin: () => string; mayTry: PartyDoors['mayTry'] },
) {
  const { google } = doors.config
  if (google === null) return null
  return createRelyingParty({
    ...doors,
    discovered: createDiscovery({ ...doors, ...google, algorithms: signingAlgorithms }),
    states: createOAuthStates({ ...doors, key: keyFor('oauth states of Google'), secure }),
    mayTry,
    redirectUri: () => `${origin()}${identityCalls.backFromGoogle.path}`,
  })
}
