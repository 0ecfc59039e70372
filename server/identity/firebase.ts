// The provider for Firebase Authentication: verifies the tokens of one Firebase project.
import { createSecretKey, randomBytes } from 'node:crypto'

import { personIn, whyUnwelcome } from './admission.ts'
import { isPast, shownEmail, type SoundClaims } from './claims.ts'
import type { FirebaseConfig } from './config.ts'
import { createEmulatorVerifier } from './firebase-emulator.ts'
import type { Identity, IdentityDeps } from './identity.ts'
import { createPublishedKeys } from './published-keys.ts'
import { createVerifier } from './token.ts'

export type FirebaseDeps = Pick<IdentityDeps, 'now' | 'log'> & {
  readonly config: FirebaseConfig
}

const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The URL of the keys is no setting, because its keys can sign for any person; tests pass their own. */
export async function openFirebaseIdentity(
  { config, now, log }: FirebaseDeps,
  jwksUrl = googleKeys,
): Promise<Identity> {
  const keys = createPublishedKeys({ url: () => jwksUrl, now, log })
  const issuer = `https://securetoken.google.com/${config.projectId}`
  const rules = {
    issuer,
    audience: config.projectId,
    now,
    personOf: (claims: SoundClaims) =>
      isAcceptable(claims, now())
        ? personIn(claims, issuer, whyUnwelcome(config, shownEmail(claims)))
        : null,
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
    // No sign-ins are logged here, so a key of this process is enough.
    addressKey: createSecretKey(randomBytes(32)),
    contentSources: {
      // The sign-in popup talks to the page through a frame that this script creates.
      script: ['https://apis.google.com'],
      frame: [emulatorUrl ?? `https://${authDomain}`],
      connect: emulatorUrl === null ? apiHosts : [emulatorUrl],
    },
    addRoutes: async () => undefined,
    signIns: null,
    guests: null,
    warnings: () => [],
    close: async () => keys.close(),
  }
}

const apiHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

const subjectCharactersMax = 128

/** Refuses anonymous accounts, which one client can create in any number. */
const isAcceptable = (
  { sub, auth_time, provider_id, firebase }: SoundClaims,
  now: number,
): boolean =>
  sub.length <= subjectCharactersMax &&
  isPast(auth_time, now) &&
  provider_id !== 'anonymous' &&
  Object(firebase).sign_in_provider !== 'anonymous'
