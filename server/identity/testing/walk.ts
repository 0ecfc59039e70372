// Walks through the pages of a stand-in issuer as a browser would, up to its redirect to the product.
import type { LightMyRequestResponse } from 'fastify'

import type { Browser } from './browser.ts'

/** Walks from the issuer's first page; returns the path and the query to which the issuer redirects the browser. */
export async function walk(url: string, answer: 'continue' | 'cancel'): Promise<string> {
  const cookies = new Map<string, string>()
  let next = new URL(url)
  let method = 'GET'
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetch(next, {
      method,
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) {
      const form = new RegExp(`action="([^"]+/${answer})"`).exec(await response.text())?.[1]
      if (form === undefined) throw new Error(`No form to ${answer} at ${next.pathname}.`)
      next = new URL(form, next)
      method = 'POST'
      continue
    }
    const target = new URL(location, next)
    if (target.pathname.startsWith('/identity/')) return `${target.pathname}${target.search}`
    next = target
    method = 'GET'
  }
  throw new Error('The way through the issuer does not end.')
}

/** Walks from the answer that redirects to the issuer to the page where the browser lands. */
export async function walkBack(
  browser: Browser,
  begun: LightMyRequestResponse,
  answer: 'continue' | 'cancel' = 'continue',
): Promise<string> {
  const { headers } = await browser.get(await walk(begun.json<{ url: string }>().url, answer))
  return String(headers.location)
}
