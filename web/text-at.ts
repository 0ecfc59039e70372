// Reads a text out of something whose shape nobody vouches for; empty where there is none.

export function textAt(thing: unknown, name: string): string {
  const value: unknown = isObject(thing) ? thing[name] : undefined
  return typeof value === 'string' ? value : ''
}

export const isObject = (thing: unknown): thing is Record<string, unknown> =>
  typeof thing === 'object' && thing !== null
