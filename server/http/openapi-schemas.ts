// Converts the contract's schemas to JSON schemas: named components that the API description refers to, or inline ones.
import { answerNames, bodyNames, schemaNotes } from '@tengrand/contract/schema-names.ts'
import * as z from 'zod/mini'

/** Whether a schema describes what clients send or what the server sends. */
type Direction = 'input' | 'output'

const uri = (name: string): string => `#/components/schemas/${name}`

const optionsFor = (io: Direction) =>
  ({ io, uri, metadata: schemaNotes, unrepresentable: 'any' }) as const

export interface Components {
  readonly schemas: Readonly<Record<string, object>>
  /** A schema without a name fails: a generated client would have none for it either. */
  readonly referTo: (schema: z.ZodMiniType) => { readonly $ref: string }
}

export function componentsOf(): Components {
  const answers = registryOf(answerNames)
  const bodies = registryOf(bodyNames)
  const schemas = {
    ...z.toJSONSchema(answers, optionsFor('output')).schemas,
    ...z.toJSONSchema(bodies, optionsFor('input')).schemas,
  }
  // Removed, because its key identifies a component, and the document states the dialect.
  for (const schema of Object.values(schemas)) {
    delete schema.$id
    delete schema.$schema
  }
  return {
    schemas,
    referTo: (schema) => {
      const name = (answers.get(schema) ?? bodies.get(schema))?.id
      if (name === undefined) throw new Error('A schema has no name in contract/schema-names.ts.')
      return { $ref: uri(name) }
    },
  }
}

function registryOf(names: typeof answerNames) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(names)) registry.add(schema, { id })
  return registry
}

/** A schema in one piece, without references. */
export function inlineSchema(schema: z.ZodMiniType, io: Direction) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, optionsFor(io))
  return rest
}
