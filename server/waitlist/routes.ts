// Our own waitlist of Pro at /waitlist, for installations that name no form of somebody else.
import rateLimit from '@fastify/rate-limit'
import { parseEmail } from '@tengrand/core/email.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '../config.ts'
import type { Db } from '../db/handle.ts'
import { groupAddress } from '../http/address.ts'
import { isForeign } from '../http/origin.ts'
import { sendRefusal } from '../http/problem.ts'
import type { WebApp } from '../http/web-app.ts'
import { createPages, type Pages } from './page.ts'
import { joinWaitlist } from './store.ts'

export interface WaitlistDeps {
  readonly config: Pick<Config, 'proWaitlistUrl' | 'publicUrl' | 'limits'>
  readonly db: Db
  readonly now: () => number
  /** Whose font these pages are written in. */
  readonly web: WebApp | null
}

/** What the configuration says where no other form is named. */
const waitlistPath = '/waitlist'
const thanksPath = `${waitlistPath}/thanks`

export async function addWaitlist(app: FastifyInstance, deps: WaitlistDeps): Promise<void> {
  if (deps.config.proWaitlistUrl !== waitlistPath) return
  const font = deps.web?.files.find(({ path }) => path.endsWith('.woff2'))
  const pages = createPages(font?.path ?? null)
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false })
    takeForms(scope)
    answerWithPages(scope, pages)
    addForm(scope, deps, pages)
  })
}

function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** Whoever reads these pages is no program: a no is said on the form, with what was typed still in it. */
function answerWithPages(scope: FastifyInstance, pages: Pages): void {
  scope.addHook('onRequest', async (_request, reply) => {
    void reply.header('content-security-policy', pages.policy)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    if (!isProblem(reply)) return payload
    void reply.type('text/html; charset=utf-8')
    const problem = textIn(JSON.parse(String(payload)), 'detail')
    return pages.form({ email: textIn(request.body, 'email'), problem })
  })
}

const isProblem = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('application/problem+json')

/** Empty where there is none. */
function textIn(thing: unknown, name: string): string {
  const value: unknown = new Map(Object.entries(thing ?? {})).get(name)
  return typeof value === 'string' ? value : ''
}

function addForm(scope: FastifyInstance, { config, db, now }: WaitlistDeps, pages: Pages): void {
  const show = (page: string) => (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  scope.get(waitlistPath, show(pages.form()))
  scope.get(thanksPath, show(pages.thanks))

  const count = scope.createRateLimit({
    max: config.limits.waitlistPerTenMinutes,
    timeWindow: '10 minutes',
    keyGenerator: ({ ip }) => groupAddress(ip),
  })
  scope.post(waitlistPath, {
    // Before the form is read: a page of another site must not send anybody's e-mail here.
    onRequest: async (request, reply) =>
      isForeign(request, config.publicUrl)
        ? sendRefusal(request, reply, { code: 'foreign_origin' })
        : undefined,
    handler: async (request, reply) => {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) {
        const { ttlInSeconds: retryAfterSeconds } = counted
        return sendRefusal(request, reply, { code: 'too_many_requests', retryAfterSeconds })
      }
      const email = parseEmail(textIn(request.body, 'email'))
      if (email === null) return sendRefusal(request, reply, { code: 'invalid_email' })
      await joinWaitlist(db, email, now())
      // So that a reload does not send the form again.
      return reply.header('cache-control', 'no-store').redirect(thanksPath, 303)
    },
  })
}
