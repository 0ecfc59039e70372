// The projector's page of a lesson as its organiser opens it, with replies and a stream that the test sends.
import { useLocation } from '../browser/router.tsx'
import ScreenPage from '../lessons/screen-page.tsx'
import { rowOf } from './leagues.ts'
import { renderAt, replies, requests, says, type Reply } from './learner.tsx'
import { answerLesson, boardEvent, lessonIn, quotesAt, type LessonStream } from './lesson-play.ts'

type State = Parameters<typeof lessonIn>[0]

/** Of Ann, who runs it. */
export const ownLesson = (state: State, tick?: number) => ({
  ...lessonIn(state, tick),
  role: 'owner',
  owner: 'Calm Otter 12',
  ranked: false,
  code: 'BCDF2345',
})

export const organiser = { ...rowOf(null, 'Calm Otter 12', 0, 10_000), you: true }

/** As the organiser sees it: by rank, with their own row. */
export const boardOf = (names: readonly string[], changes: object = {}) => ({
  board: [...names.map((name, at) => rowOf(at + 1, name, 20 - at)), organiser],
  market: { roi_percentage: 17.5 },
  as_of: '2026-02-03T15:00:00.000Z',
  final: false,
  ...changes,
})

/** The same on the stream, which has no row of the organiser. */
export const boardOnStream = (names: readonly string[]) =>
  boardEvent({
    board: names.map((name, at) => rowOf(at + 1, name, 20 - at)),
    market: { roi_percentage: 17.5 },
    members: names.length,
  })

/** `calls` are replies to the calls of the organiser, by the last part of their addresses. */
export function openScreen(
  lesson: { readonly market: { readonly tick: number; readonly state: State } },
  board: object = boardOf([]),
  calls: Readonly<Record<string, Reply>> = {},
): LessonStream {
  const stream = answerLesson(lesson)
  const { tick, state } = lesson.market
  replies['/api/leagues/l-1/quotes'] = says(quotesAt(tick, {}, state))
  replies['/api/leagues/l-1/board'] = says(board)
  for (const [name, reply] of Object.entries(calls)) replies[`/api/leagues/l-1/${name}`] = reply
  renderAt(
    '/leagues/l-1/screen',
    <>
      <ScreenPage />
      <Address />
    </>,
  )
  return stream
}

const Address = () => <output>{useLocation().pathname}</output>

export const address = () => document.querySelector('output')?.textContent

/** The calls that change something, as 'POST /start'. */
export const commands = () =>
  requests.flatMap(({ method, address: asked }) =>
    method === 'GET' ? [] : `${method} ${asked.replace('/api/leagues/l-1', '')}`,
  )
