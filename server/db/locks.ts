// The numbers of the advisory locks, in one list so that each is used once.

export const locks = {
  /** Held by the node that migrates. */
  migration: 7_264_001,
  /** Held by the node that requests prices from the provider. */
  marketRefresh: 7_264_002,
  /** Held by the transaction that writes a ranking. */
  ranking: 7_264_003,
  /** Combined with the hash of a person: serializes transactions that count the person's sessions. */
  sessionsOfPerson: 7_264_004,
  /** Held by the node that fills conditional orders. */
  orders: 7_264_005,
  /** Held by the node that begins and ends leagues. */
  leagues: 7_264_006,
} as const
