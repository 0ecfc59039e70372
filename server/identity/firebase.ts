// Firebase Authentication: Google signs people in, and here the tokens of one project are checked.
import { isPast, shownEmail, type SoundClaims } from './claims.ts'
import type { FirebaseConfig } from './config.ts'
import { createEmulatorVerifier } from './firebase-emulator.ts'
import type { Identity, Person } from './identity.ts'
import { fetchKeySet } from './key-set.ts'
import type { IdentityDoors } from './open.ts'
import { createPublishedKeys } from './published-keys.ts'
import { createVerifier } from './token.ts'

export type FirebaseDoors = Pick<IdentityDoors, 'now' | 'log'> & {
  readonly config: FirebaseConfig
}

const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The address of the keys is no setting: whoever could change it could be anyone. */
export async function openFirebaseIdentity(
  { config, now, log }: FirebaseDoors,
  jwksUrl = googleKeys,
): Promise<Identity> {
  const keys = createPublishedKeys({ load: (signal) => fetchKeySet(jwksUrl, signal), now, log })
  const issuer = `https://securetoken.google.com/${config.projectId}`
  const rules = {
    issuer,
    audience: config.projectId,
    now,
    personOf: (claims: SoundClaims) => personOf(claims, issuer, now()),
  }
  const { projectId, apiKey, authDomain, emulatorUrl } = config
  return {
    verify:
      emulatorUrl === null
        ? createVerifier({ ...rules, algorithms: ['RS256'], keys: keys.find })
        : createEmulatorVerifier({ ...rules, emulatorUrl, apiKey, log }),
    forWeb: { kind: 'firebase', projectId, apiKey, authDomain, emulatorUrl },
    contentSources: {
      // A sign-in in a window of its own talks to this page through a frame that this script makes.
      script: ['https://apis.google.com'],
      frame: [emulatorUrl ?? `https://${authDomain}`],
      connect: emulatorUrl === null ? apiHosts : [emulatorUrl],
    },
    addRoutes: async () => undefined,
    close: async () => keys.close(),
  }
}

const apiHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

const subjectCharactersMax = 128

function personOf(claims: SoundClaims, issuer: string, now: number): Person | null {
  const { sub, auth_time: signedInAt } = claims
  if (sub.length > subjectCharactersMax || !isPast(signedInAt, now)) return null
  return { issuer, subject: sub, email: shownEmail(claims) }
}
