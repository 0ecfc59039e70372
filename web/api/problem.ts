// A call that did not lead to an answer: what happened as a stable code, and a sentence that a person can read.
import { internalError, unavailable } from '@tengrand/contract/sentences.ts'

/** For a request that did not reach the server. */
export const networkSentence =
  'The server cannot be reached. Please check your connection and try again.'

interface ProblemParts {
  /** The HTTP status, or 0 where no answer came. */
  readonly status: number
  readonly code: string
  readonly sentence: string
  /** Finds the call in the server's log. */
  readonly requestId?: string | undefined
  /** In dollars, where the problem is that the price is another one now. */
  readonly price?: number | undefined
  /** How long the server asks to be left alone, where it says so. */
  readonly retryAfterSeconds?: number | undefined
}

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly code: string
  readonly sentence: string
  readonly requestId: string | undefined
  readonly price: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(parts: ProblemParts, options?: ErrorOptions) {
    const { status, code, sentence, requestId, price, retryAfterSeconds } = parts
    super(sentence, options)
    this.status = status
    this.code = code
    this.sentence = sentence
    this.requestId = requestId
    this.price = price
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What the server said no with. Another server than ours has no codes, and what stands between us no sentences. */
export function refusedProblem(
  status: number,
  body: unknown,
  more: Pick<ProblemParts, 'requestId' | 'retryAfterSeconds'> = {},
): ApiProblem {
  const { code, detail, error, price }: Readonly<Record<string, unknown>> = Object(body)
  const isOurs = typeof code === 'string'
  const said = [detail, error].find((words) => isSentence(words, isOurs))
  return new ApiProblem({
    ...more,
    status,
    code: said === undefined ? 'unexpected' : isOurs ? code : 'refused',
    sentence: shortened(said ?? internalError),
    price: typeof price === 'number' ? price : undefined,
  })
}

/** Only our own server repeats what somebody typed; elsewhere what looks like markup is a page, and not for people. */
const isSentence = (words: unknown, isOurs: boolean): words is string =>
  typeof words === 'string' && words.trim() !== '' && (isOurs || !/<[a-z!/]/i.test(words))

const lettersMax = 300

const shortened = (words: string): string =>
  words.length > lettersMax ? `${words.slice(0, lettersMax)}…` : words

/** The answer came, but it is not what the contract promises: this page and the server are of different versions. */
export const misunderstoodProblem = (
  status: number,
  cause: unknown,
  requestId?: string,
): ApiProblem =>
  new ApiProblem(
    {
      status,
      code: 'misunderstood',
      sentence: 'The server answered something unexpected. Please reload the page.',
      requestId,
    },
    { cause },
  )

export const timeoutProblem = (cause: unknown): ApiProblem =>
  new ApiProblem(
    {
      status: 0,
      code: 'timeout',
      sentence: 'The server took too long to answer. Please try again.',
    },
    { cause },
  )

export const networkProblem = (cause: unknown): ApiProblem =>
  new ApiProblem(
    {
      status: 0,
      code: 'network',
      sentence: networkSentence,
    },
    { cause },
  )

/** It is not known right now who asks, so the question was not put. */
export const tokenlessProblem = (): ApiProblem =>
  new ApiProblem({
    status: 503,
    code: 'unavailable',
    sentence: unavailable,
  })
