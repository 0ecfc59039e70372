// Any OpenID Connect issuer: it signs people in somewhere else, and here its tokens are checked.
import { shownEmail } from './claims.ts'
import type { OidcConfig } from './config.ts'
import type { Identity } from './identity.ts'
import { discoverKeys, fetchKeySet } from './key-set.ts'
import type { IdentityDoors } from './open.ts'
import { createPublishedKeys } from './published-keys.ts'
import { createVerifier } from './token.ts'

export async function openOidcIdentity({
  config,
  now,
  log,
}: Pick<IdentityDoors, 'now' | 'log'> & { readonly config: OidcConfig }): Promise<Identity> {
  const { issuer, jwksUrl } = config
  const keys = createPublishedKeys({
    load: async (signal) => fetchKeySet(jwksUrl ?? (await discoverKeys(issuer, signal)), signal),
    now,
    log,
  })
  return {
    verify: createVerifier({
      ...config,
      keys: keys.find,
      now,
      personOf: (claims) => ({ issuer, subject: claims.sub, email: shownEmail(claims) }),
    }),
    forWeb: { kind: 'oidc' },
    contentSources: {},
    addRoutes: async () => undefined,
    close: async () => keys.close(),
  }
}
