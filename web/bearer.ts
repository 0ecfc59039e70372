// Who speaks for the person that is signed in: the session names them, and the client of the API asks them.

export interface Bearer {
  readonly getToken: (options: { readonly forceRefresh: boolean }) => Promise<string | undefined>
  /** Not even a fresh token was accepted: the session is over. */
  readonly onUnauthorized: () => void
}

let bearer: Bearer | undefined

export function setBearer(next: Bearer | undefined): void {
  bearer = next
}

export const currentBearer = (): Bearer | undefined => bearer
