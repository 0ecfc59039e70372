// Tests that calls lose what the browser does not read, and nothing else.
// @vitest-environment node
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

import { withoutUnread } from './slim-calls.ts'

const slim = (code: string) => withoutUnread(code, parseAst(code))

test.each([
  {
    code: "const buy = call({ ...both, path: '/api/buy', summary: 'Buys', refusals: [...all, 'busy'], status: 201 })",
    is: "const buy = call({ ...both, path: '/api/buy',   status: 201 })",
  },
  { code: "x([call({ headers: ['If-None-Match'] })])", is: 'x([call({  })])' },
  { code: "const shared = { summary: 'Stays' }; other({ summary: 'Stays' })" },
])('$code', ({ code, is = code }) => {
  expect(slim(code)).toBe(is)
})
