// Firebase Authentication: Google signs people in, and here the tokens of one project are checked.
import { createSecretKey, randomBytes } from 'node:crypto'

import { emailClaimOf, whyUnwelcome } from './admission.ts'
import { isPast, shownEmail, signedInAtOf, type SoundClaims } from './claims.ts'
import type { FirebaseConfig } from './config.ts'
import { createEmulatorVerifier } from './firebase-emulator.ts'
import type { Identity, IdentityDeps, Person } from './identity.ts'
import { fetchKeySet } from './key-set.ts'
import { createPublishedKeys } from './published-keys.ts'
import { createVerifier } from './token.ts'

export type FirebaseDeps = Pick<IdentityDeps, 'now' | 'log'> & {
  readonly config: FirebaseConfig
}

const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The address of the keys is no setting: whoever could change it could be anyone. */
export async function openFirebaseIdentity(
  { config, now, log }: FirebaseDeps,
  jwksUrl = googleKeys,
): Promise<Identity> {
  const keys = createPublishedKeys({ load: (signal) => fetchKeySet(jwksUrl, signal), now, log })
  const issuer = `https://securetoken.google.com/${config.projectId}`
  const rules = {
    issuer,
    audience: config.projectId,
    now,
    personOf: (claims: SoundClaims) =>
      isSomebody(claims, now()) ? personIn(claims, issuer, config) : null,
  }
  const { projectId, apiKey, authDomain, emulatorUrl, signUp, allowedDomains } = config
  return {
    verify:
      emulatorUrl === null
        ? createVerifier({ ...rules, algorithms: ['RS256'], keys: keys.find })
        : createEmulatorVerifier({ ...rules, emulatorUrl, apiKey, log }),
    forWeb: {
      kind: 'firebase',
      projectId,
      apiKey,
      authDomain,
      emulatorUrl,
      signUp,
      allowedDomains: [...allowedDomains],
    },
    // Nobody signs in here, and no secret is needed otherwise: a key of this very run will do.
    addressKey: createSecretKey(randomBytes(32)),
    contentSources: {
      // A sign-in in a window of its own talks to this page through a frame that this script makes.
      script: ['https://apis.google.com'],
      frame: [emulatorUrl ?? `https://${authDomain}`],
      connect: emulatorUrl === null ? apiHosts : [emulatorUrl],
    },
    addRoutes: async () => undefined,
    signIns: null,
    warnings: () => [],
    close: async () => keys.close(),
  }
}

const apiHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

function personIn(claims: SoundClaims, issuer: string, config: FirebaseConfig): Person {
  const email = shownEmail(claims)
  return {
    issuer,
    subject: claims.sub,
    email,
    signedInAt: signedInAtOf(claims),
    sessionId: null,
    unwelcome: whyUnwelcome(config, email),
    emailClaim: emailClaimOf(claims),
  }
}

const subjectCharactersMax = 128

/** Behind an anonymous account stands nobody, and anybody can make as many as they like. */
const isSomebody = ({ sub, auth_time, provider_id, firebase }: SoundClaims, now: number): boolean =>
  sub.length <= subjectCharactersMax &&
  isPast(auth_time, now) &&
  provider_id !== 'anonymous' &&
  waySignedIn(firebase) !== 'anonymous'

const waySignedIn = (firebase: unknown): unknown =>
  typeof firebase === 'object' && firebase !== null && 'sign_in_provider' in firebase
    ? firebase.sign_in_provider
    : undefined
