// Opens the identity provider that the configuration asks for.
import { openEmbeddedIdentity } from './embedded.ts'
import { openFirebaseIdentity } from './firebase.ts'
import type { Identity, IdentityDoors } from './identity.ts'
import { openOidcIdentity } from './oidc.ts'

export async function openIdentity(doors: IdentityDoors): Promise<Identity> {
  const { config } = doors
  switch (config.kind) {
    case 'embedded':
      return openEmbeddedIdentity({ ...doors, config })
    case 'firebase':
      return openFirebaseIdentity({ ...doors, config })
    case 'oidc':
      return openOidcIdentity({ ...doors, config })
  }
}
