// The embedded provider: accounts, sessions and tokens of this very server, for a machine that knows no other.
import type { EmbeddedConfig } from './config.ts'
import { createAttempts } from './embedded/attempts.ts'
import { sessionCookies } from './embedded/cookies.ts'
import { openGoogle } from './embedded/google.ts'
import { algorithm } from './embedded/known-keys.ts'
import { createKnownDevices } from './embedded/known-devices.ts'
import { createLetters } from './embedded/letters.ts'
import { mountProvider } from './embedded/mount.ts'
import { hear } from './embedded/notices.ts'
import { createPasswords } from './embedded/password.ts'
import { audience, issuer, type ProviderDoors } from './embedded/provider.ts'
import { writeResetLetter } from './embedded/reset.ts'
import { openSecret, type KeyFor } from './embedded/secret.ts'
import { createSessions } from './embedded/sessions.ts'
import { openSigningKeys } from './embedded/signing-keys.ts'
import { startSweeping } from './embedded/sweep.ts'
import { createThrottle } from './embedded/throttle.ts'
import type { Identity, Person } from './identity.ts'
import type { IdentityDoors } from './open.ts'
import { createVerifier } from './token.ts'

type Doors = IdentityDoors & { readonly config: EmbeddedConfig }

const dayMs = 86_400_000

export async function openEmbeddedIdentity(doors: Doors): Promise<Identity> {
  const { config, db, now, log, mailer, publicUrl } = doors
  const keyFor = await openSecret({ ...doors, chosen: config.secret })
  const provider = await openProvider(doors, keyFor)
  const { keys, sessions, sessionMs, attempts, secure } = provider
  const origin = () => (publicUrl ?? doors.localUrl()).origin
  const google =
    config.google && openGoogle({ ...doors, google: config.google, keyFor, sessionMs, origin })
  const write = (email: string) => writeResetLetter({ db, now, attempts, mailer, origin }, email)
  const letters = createLetters({ write, log, pause: doors.letterPause })
  const cookies = sessionCookies({ secure, key: keyFor('sessions'), seconds: sessionMs / 1000 })
  const hearing = await hear(db, {
    onKeys: keys.lookAgain,
    onSessionEnded: sessions.end,
    onGap: () => {
      keys.lookAgain()
      sessions.forgetAll()
    },
  })
  const stopSweeping = startSweeping({ db, now, log })
  return {
    verify: createVerifier({
      issuer,
      audience,
      algorithms: [algorithm],
      keys: keys.find,
      now,
      personOf,
      isAlive: ({ sid }) => sessions.isAlive(String(sid)),
    }),
    forWeb: { kind: 'embedded', google: google !== null },
    contentSources: {},
    addRoutes: async (app) => mountProvider(app, { provider, publicUrl, cookies, letters, google }),
    close: async () => {
      stopSweeping()
      await letters.close()
      await hearing.close()
      await google?.close()
    },
  }
}

async function openProvider({ config, db, now, log, publicUrl }: Doors, keyFor: KeyFor) {
  const secure = publicUrl?.protocol === 'https:'
  const throttle = createThrottle({ db, key: keyFor('throttle'), now, log })
  return {
    db,
    now,
    secure,
    throttle,
    attempts: createAttempts(throttle, config.limits),
    passwords: createPasswords(),
    devices: createKnownDevices({ key: keyFor('known devices'), secure }),
    sessions: createSessions({ db, now }),
    keys: await openSigningKeys({
      db,
      sealWith: keyFor('signing keys'),
      isChosen: config.secret !== null,
      now,
      log,
    }),
    sessionMs: config.sessionDays * dayMs,
    tokenSeconds: config.tokenMinutes * 60,
  } satisfies ProviderDoors & { secure: boolean }
}

function personOf({ sub, email, sid }: Record<string, unknown>): Person | null {
  const isWhole = typeof sub === 'string' && typeof email === 'string' && typeof sid === 'string'
  return isWhole ? { issuer, subject: sub, email } : null
}
