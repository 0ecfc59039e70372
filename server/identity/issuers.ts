// The issuers of people that this server signs in itself.

/** Not the URL of the server, so that accounts survive a move to another one. */
export const ownIssuer = 'tengrand:embedded'

/** Of guests, who join a lesson with a name; they have no person behind the account. */
export const guestIssuer = 'guest'
