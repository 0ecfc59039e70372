// Opens the configured identity provider.
import { openEmbeddedIdentity } from './embedded/open.ts'
import { openFirebaseIdentity } from './firebase.ts'
import type { Identity, IdentityDeps } from './identity.ts'
import { openOidcIdentity } from './oidc.ts'

export async function openIdentity(deps: IdentityDeps): Promise<Identity> {
  const { config } = deps
  switch (config.kind) {
    case 'embedded':
      return openEmbeddedIdentity({ ...deps, config })
    case 'firebase':
      return openFirebaseIdentity({ ...deps, config })
    case 'oidc':
      return openOidcIdentity({ ...deps, config })
  }
}
