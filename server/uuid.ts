// What the ids of portfolios and the keys of requests look like.

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** In small letters; null where the text is none. */
export const parseUuid = (text: string): string | null =>
  uuid.test(text) ? text.toLowerCase() : null
