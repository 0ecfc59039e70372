// The advisory locks of the database, in one list, so that no two things lock on the same number.

export const locks = {
  /** Held by the node that migrates. */
  migration: 7_264_001,
  /** Held by the node that asks the provider for prices. */
  marketRefresh: 7_264_002,
  /** Held by the transaction that makes a ranking. */
  ranking: 7_264_003,
  /** Mixed into the hash of a person, whose sessions one transaction at a time may count. */
  sessionsOfPerson: 7_264_004,
  /** Held by the node that fills the orders that wait. */
  orders: 7_264_005,
} as const
