// Which random numbers belong to what: a level, a block and a node name one throw of a stream's
// dice. The meaning of an address may never change, or every price of the past changes with it.

export const levels = {
  // Levels 0 to 8 are the day tree: the block of days, and the node within its level.
  days: 0,
  // From here on the second number is a day instead of a block of days.
  night: 9,
  // Every second level from 10 to 26 is the slots of a session, by the node within its level: a
  // throw has numbers enough for two levels, so a node there is split in four.
  slots: 10,
  // The second number is the season.
  earnings: 254,
  // The edge before a block of days.
  edge: 255,
} as const
