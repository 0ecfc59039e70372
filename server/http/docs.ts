// The API's documentation for people (/api/docs) and for programs (/api/openapi.json).
import { groups, type CallGroup } from '@tengrand/contract/api.ts'
import { refusalsOf } from '@tengrand/contract/call-refusals.ts'
import type { Call } from '@tengrand/contract/call.ts'
import { refusalLines } from '@tengrand/contract/refusals.ts'
import { summaries } from '@tengrand/contract/summaries.ts'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'

import { inlineSchema } from './openapi-schemas.ts'
import { openapiOf } from './openapi.ts'
import { inlineHashes } from './security-headers.ts'

export function addDocs(app: FastifyInstance): void {
  app.get('/api/openapi.json', async (_request, reply) => {
    void reply.header('cache-control', 'no-cache')
    return documents().openapi
  })
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', documents().policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(documents().page),
  )
}

/** The documents are generated on the first request, because most processes never serve them. */
const documents = () => (written ??= write())
let written: ReturnType<typeof write> | undefined

function write() {
  const page = pageOf()
  const styles = inlineHashes(page, 'style').join(' ')
  const policy = `default-src 'none'; style-src ${styles}; base-uri 'none'; frame-ancestors 'none'`
  return { openapi: openapiOf(groups), page, policy }
}

const pageOf = (): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tengrand API</title>
<style>${style}</style>
<main>
<h1>Tengrand API</h1>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). Send and receive JSON, except where a call says otherwise. A call marked <em>signed in</em> needs the header <code>Authorization: Bearer &lt;token&gt;</code>.</p>
${groups.map(groupOf).join('\n')}
<h2>Refusals</h2>
<p>Every refusal is problem details (RFC 9457) with a stable <code>code</code>; <code>detail</code> and <code>error</code> hold the same sentence.</p>
<table>
<tr><th>code</th><th>status</th><th>meaning</th></tr>
${refusalLines.map(({ code, status, title }) => `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>`).join('\n')}
</table>
</main>
</html>
`

const access: Readonly<Record<Call['access'], string>> = {
  public: 'Public.',
  optional: 'Public; says more to those who are signed in.',
  'signed-in': 'Signed in.',
  'same-origin': 'For pages of this product: goes by a cookie.',
}

const groupOf = ({ name, description, calls }: CallGroup): string => `<h2>${name}</h2>
<p>${description}</p>
${Object.entries(calls).map(sectionOf).join('\n')}`

const sectionOf = ([name, call]: readonly [string, Call]): string => `<section>
<h3><code>${call.method} ${escape(call.path)}</code></h3>
<p>${escape(summaries[name] ?? '')} <em>${access[call.access]}</em></p>
${partsOf(call).join('\n')}
</section>`

const partsOf = (call: Call): string[] => [
  ...schemaPart('Parameters', call.params, 'input'),
  ...schemaPart('Query', call.query, 'input'),
  ...(call.headers ? [`<p>Headers: ${codes(call.headers)}</p>`] : []),
  ...schemaPart('Body', call.body, 'input'),
  ...(call.status === 204
    ? []
    : schemaPart(call.answers ? `Answer (${call.answers})` : 'Answer', call.answer, 'output')),
  `<details><summary>Refusals</summary><p>${[...refusalsOf(call)].map(refusalLink).join(', ')}</p></details>`,
]

function schemaPart(
  title: string,
  schema: z.ZodMiniType | undefined,
  io: 'input' | 'output',
): string[] {
  if (schema === undefined) return []
  const text = JSON.stringify(inlineSchema(schema, io), null, 2)
  return [`<details><summary>${title}</summary><pre>${escape(text)}</pre></details>`]
}

const codes = (words: readonly string[]): string =>
  words.map((word) => `<code>${word}</code>`).join(', ')

const refusalLink = (code: string): string => `<a href="#${code}"><code>${code}</code></a>`

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const style = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{margin:0;background:light-dark(#f6f7f9,#0b0d12);color:light-dark(#12151c,#eef1f6)}
main{max-width:52rem;margin:0 auto;padding:2rem 1rem 4rem}
section{background:light-dark(#fff,#13161d);border:1px solid light-dark(#e2e5ea,#262b36);border-radius:1rem;padding:.25rem 1.25rem 1rem;margin:1rem 0}
h3{font-size:1rem;margin:.75rem 0 0}p{margin:.25rem 0 .75rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}pre{overflow-x:auto;margin:.5rem 0}
em{color:light-dark(#565e6c,#9ca5b5);font-style:normal}a{color:light-dark(#1f4fd8,#8fb0ff)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid light-dark(#e2e5ea,#262b36)}`
