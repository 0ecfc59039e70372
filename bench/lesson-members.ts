// Plays members of lessons in a process of its own: `lesson-members.ts <address>`; each message over IPC is a task.
// Every member reads the stream of its lesson and sends an order every ten seconds.
import { randomUUID } from 'node:crypto'
import { Agent, get, request, type IncomingMessage } from 'node:http'

interface Member {
  readonly token: string
  readonly league: string
  readonly portfolio: string
  /** The real time of tick 0. */
  readonly startsAt: number
}

export interface LessonTask {
  readonly members: readonly Member[]
  readonly seconds: number
}

export interface Played {
  /** For each tick of a lesson, from its beginning until its last reader has it. */
  readonly delaysMs: readonly number[]
  /** For each order, the ticks from its sending until its answer. */
  readonly waits: readonly number[]
  readonly refused: Readonly<Record<string, number>>
  readonly lostEvents: number
}

const [address = ''] = process.argv.slice(2)
const orderEveryMs = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

process.on('disconnect', () => process.exit())
process.on('message', (task: LessonTask) => {
  void play(task).then((played) => process.send?.(played))
})

interface Tick {
  last: number
  readers: number
}

async function play({ members, seconds }: LessonTask): Promise<Played> {
  const ticks = new Map<string, Tick>()
  const waits: number[] = []
  const refused: Record<string, number> = {}
  let isMeasuring = false
  const note = (member: Member, tick: number): void => {
    if (!isMeasuring) return
    const key = `${member.league} ${tick}`
    const seen = ticks.get(key) ?? { last: 0, readers: 0 }
    seen.last = Date.now() - member.startsAt - tick * 1_000
    seen.readers += 1
    ticks.set(key, seen)
  }
  const streams = await Promise.all(members.map((member) => readStream(member, note)))
  // The first events after the opening are not ticks that have just begun.
  await sleep(2_500)
  isMeasuring = true
  const until = Date.now() + seconds * 1_000
  await Promise.all(
    members.map(async (member) => {
      await sleep(Math.random() * orderEveryMs)
      while (Date.now() < until) {
        const sentAt = Date.now()
        const status = await sendOrder(member)
        const answeredAt = Date.now()
        if (status === 200) waits.push(tickAt(member, answeredAt) - tickAt(member, sentAt))
        else refused[status] = (refused[status] ?? 0) + 1
        await sleep(Math.max(0, orderEveryMs - (answeredAt - sentAt)))
      }
    }),
  )
  isMeasuring = false
  for (const stream of streams) stream.destroy()
  const perLesson = new Map<string, number>()
  for (const { league } of members) perLesson.set(league, (perLesson.get(league) ?? 0) + 1)
  // Not all readers saw the ticks at the beginning and the end of the measurement.
  const all = [...ticks].filter(([key]) => isWithin(key, ticks))
  const whole = all.filter(([key, tick]) => tick.readers === perLesson.get(leagueIn(key)))
  return {
    delaysMs: withoutPauses(whole),
    waits,
    refused,
    lostEvents: all.length - whole.length,
  }
}

/** Pauses last whole seconds, so that every tick begins at the same part of a second. */
function withoutPauses(ticks: readonly (readonly [string, Tick])[]): number[] {
  const paused = new Map<string, number>()
  for (const [key, { last }] of ticks) {
    const league = leagueIn(key)
    const seconds = Math.floor(last / 1_000) * 1_000
    paused.set(league, Math.min(paused.get(league) ?? Infinity, seconds))
  }
  return ticks.map(([key, { last }]) => last - (paused.get(leagueIn(key)) ?? 0))
}

const leagueIn = (key: string): string => key.split(' ', 1)[0] ?? ''
const tickIn = (key: string): number => Number(key.split(' ')[1])

/** Whether the tick is neither the first nor the last one of its lesson. */
function isWithin(key: string, ticks: ReadonlyMap<string, Tick>): boolean {
  const [league, tick] = [leagueIn(key), tickIn(key)]
  return ticks.has(`${league} ${tick - 1}`) && ticks.has(`${league} ${tick + 1}`)
}

const tickAt = ({ startsAt }: Member, at: number): number => Math.floor((at - startsAt) / 1_000)
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves with the first event. */
function readStream(member: Member, note: (member: Member, tick: number) => void) {
  const headers = { authorization: `Bearer ${member.token}` }
  const url = `${address}/api/leagues/${member.league}/quotes/stream`
  return new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`The stream answered ${response.statusCode}.`))
        return
      }
      let rest = ''
      response.setEncoding('latin1').on('data', (chunk: string) => {
        rest += chunk
        const end = rest.lastIndexOf('\n\n')
        if (end === -1) return
        for (const [, tick] of rest.slice(0, end).matchAll(/"lesson":\{[^}]*"tick":(\d+)/g))
          note(member, Number(tick))
        rest = rest.slice(end + 2)
        resolve(response)
      })
      response.on('error', () => undefined)
    }).on('error', reject)
  })
}

/** Buys one share of a stock of the lesson, or sells one. */
function sendOrder({ token, portfolio }: Member): Promise<number> {
  const ticker = 'ABCDEFGHIJKLMNOP'.charAt(Math.floor(Math.random() * 16))
  const side = Math.random() < 0.8 ? 'buy' : 'sell'
  const body = JSON.stringify({ ticker, quantity: 1, portfolio })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
    'idempotency-key': randomUUID(),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      `${address}/api/${side}`,
      { method: 'POST', agent, headers },
      (response) => {
        response.resume().once('end', () => {
          // A sale of what is not held is refused after the same wait, and is as good for the measurement.
          resolve(response.statusCode === 422 ? 200 : (response.statusCode ?? 0))
        })
      },
    )
    sent.once('error', reject).end(body)
  })
}
