// A window in which Google asks who somebody is; our own page at its end reports here under a number that nobody can guess.
import { IdentityError } from './identity-error.ts'
import { type AskGoogle } from './identity.ts'
import { isCode } from './identity-error.ts'

const pollMs = 500
/** A page of another site can make an open window look closed, and the report may still be on its way. */
const graceMs = 2000
const answerMinutesMax = 5

export const askGoogle: AskGoogle = async (start, onLate) => {
  const popup = window.open('about:blank', 'tengrand-google', features())
  if (popup === null) throw new IdentityError('popup_blocked')
  try {
    const nonce = makeNonce()
    const url = await start(nonce)
    if (url === '') throw new IdentityError('unknown')
    const report = waitForReport(nonce, popup, onLate)
    // Where the window cannot be sent there, nobody waits for what it reports.
    report.catch(() => {})
    popup.location.replace(url)
    await report
  } finally {
    popup.close()
  }
}

function waitForReport(nonce: string, popup: Window, onLate: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const channel = new BroadcastChannel('tengrand-google')
  let waiting = true
  let closedMs = 0

  const giveUp = (): void => {
    waiting = false
    clearInterval(polling)
    reject(new IdentityError('popup_closed'))
  }
  const polling = setInterval(() => {
    if (popup.closed) closedMs += pollMs
    if (closedMs > graceMs) giveUp()
  }, pollMs)
  const tooLong = setTimeout(() => {
    channel.close()
    giveUp()
  }, answerMinutesMax * 60_000)

  channel.addEventListener('message', ({ data }) => {
    if (data?.nonce !== nonce) return
    channel.close()
    clearTimeout(tooLong)
    clearInterval(polling)
    if (typeof data.error === 'string') {
      reject(new IdentityError(isCode(data.error) ? data.error : 'sign_in_failed'))
    } else if (waiting) resolve()
    else onLate()
  })
  return promise
}

function features(): string {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const [width, height] = [480, 640]
  const left = screenX + (outerWidth - width) / 2
  const top = screenY + (outerHeight - height) / 2
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** Not randomUUID, which browsers withhold without encryption. */
const makeNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
