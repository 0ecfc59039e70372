// Who signs people in, as the rest of the server sees it: somebody who vouches for tokens, whichever provider issues them.
import type { Answer } from '@tengrand/contract/call.ts'
import type { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import type { ContentSources } from '../security-headers.ts'

/** A person is known by these two and by nothing else; the e-mail is only shown. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
}

/** Nothing wrong with a token is ever explained; that it cannot be checked right now is another answer. */
export type Verdict =
  | { readonly person: Person }
  | { readonly refusal: { readonly code: 'unauthorized' | 'unavailable' } }

export type Verify = (token: string) => Promise<Verdict>

export interface Identity {
  readonly verify: Verify
  /** What the web app must know of the provider. */
  readonly forWeb: Answer<typeof api.config>['identity']
  /** What pages of this provider load from elsewhere. */
  readonly contentSources: ContentSources
  /** The provider's own addresses, where this server is the provider. */
  readonly addRoutes: (app: FastifyInstance) => Promise<void>
  readonly close: () => Promise<void>
}
