// Signs in with Google in a popup window: opens it, and waits for the report of the page to which Google returns, with
// a random nonce.
import { IdentityError, isCode } from './identity-error.ts'
import type { AskGoogle } from './identity.ts'

const pollMs = 500
/** The wait after the window seems closed: pages of other sites can make it look so, or the report is in flight. */
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
    // Handles the rejection of the report where the navigation below throws first.
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

/** A random nonce, without `crypto.randomUUID`, which exists only over https. */
const makeNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
