// An account that was deleted while a call of its owner was under way.

/** Answered like a token that is no longer good: whoever had the account is signed out. */
export class AccountGone extends Error {
  constructor() {
    super('The account was deleted.')
  }
}
