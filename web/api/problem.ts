// The error of a failed call: a stable code and a sentence for people.
import { internalError, unavailable } from '@tengrand/contract/sentences.ts'

/** The sentence for a request that did not reach the server. */
export const networkSentence = 'The server cannot be reached. Check your connection and try again.'

type ProblemParts = Pick<ApiProblem, 'status' | 'code' | 'sentence'> &
  Partial<Pick<ApiProblem, 'requestId' | 'price' | 'retryAfterSeconds'>>

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** The HTTP status, or 0 without an answer. */
  readonly status: number
  readonly code: string
  readonly sentence: string
  /** Identifies the call in the server's log. */
  readonly requestId: string | undefined
  /** The current price in dollars, where the order's price is outdated. */
  readonly price: number | undefined
  /** The value of the Retry-After header. */
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

/** Whether a proxy has answered, because the server behind it does not. The server has codes of its own. */
export const isGateway = ({ status, code }: ApiProblem): boolean =>
  ((status >= 502 && status <= 504) || status === 511 || status >= 520) &&
  (code === 'unexpected' || code === 'refused')

/** Whether the server refused the request; false where it was not reached. The sentence may be that of another server. */
export const wasAnswered = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem &&
  error.status !== 0 &&
  !(isGateway(error) && error.code === 'unexpected')

/** The error of a refused call. A response without a code is from a proxy, and its text may be an HTML page. */
export function refusedProblem(
  status: number,
  body: unknown,
  more: Pick<ProblemParts, 'requestId' | 'retryAfterSeconds'> = {},
): ApiProblem {
  const { code, detail, error, price }: Readonly<Record<string, unknown>> = Object(body)
  const isOurs = typeof code === 'string'
  const sentence = [detail, error].find((words) => isSentence(words, isOurs))
  return new ApiProblem({
    ...more,
    status,
    code: sentence === undefined ? 'unexpected' : isOurs ? code : 'refused',
    sentence: shortened(sentence ?? internalError),
    price: typeof price === 'number' ? price : undefined,
  })
}

/** Our own server may quote input with '<'; in any other answer that is markup. */
const isSentence = (words: unknown, isOurs: boolean): words is string =>
  typeof words === 'string' && words.trim() !== '' && (isOurs || !/<[a-z!/]/i.test(words))

const lettersMax = 300

const shortened = (words: string): string =>
  words.length > lettersMax ? `${words.slice(0, lettersMax)}…` : words

/** The error for a response that does not match the contract, because page and server have different versions. */
export const misunderstood = {
  code: 'misunderstood',
  sentence: 'The server answered something unexpected. Please reload the page.',
}

export const timeout = {
  status: 0,
  code: 'timeout',
  sentence: 'The server took too long to answer. Please try again.',
}

export const network = { status: 0, code: 'network', sentence: networkSentence }

/** The error of a call that was not sent, because no token is available at the moment. */
export const tokenless = { status: 503, code: 'unavailable', sentence: unavailable }
