// Writes what is known of an account or a league for the operator, one fact per line.
type Fact = string | number | Date | null | undefined

export function factsText(facts: readonly (readonly [string, Fact])[]): string {
  const shown = (value: Fact) => (value instanceof Date ? value.toISOString() : (value ?? 'no'))
  return facts.map(([what, value]) => `${what}: ${shown(value)}`).join('\n')
}
