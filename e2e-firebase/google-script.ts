// A stand-in for https://apis.google.com/js/api.js, so that the tests need no network. Firebase's popup uses only one
// feature of the script: the page opens a hidden Firebase frame, and page and frame exchange messages.

export const googleScriptUrl = /^https:\/\/apis\.google\.com\/js\/api\.js/

/** The source of the script, which runs in both the page and the frame. */
export const googleScript = `(${String(runScript)})(${String(talkTo)})`

interface Message {
  readonly standIn: 'ready' | 'message' | 'reply'
  readonly id: number
  readonly name: string
  readonly data: unknown
}

type Handler = (data: unknown) => unknown
type OnReply = (replies: readonly unknown[]) => void

interface OpenOptions {
  readonly url: string
  readonly where: HTMLElement
}

/** Both functions are sent to the browser as text, so they must not refer to anything else in this file. */
function runScript(talk: typeof talkTo): void {
  const context = {
    open({ url, where }: OpenOptions, onOpen: (frame: ReturnType<typeof talkTo>) => unknown) {
      const frame = document.createElement('iframe')
      frame.src = url
      frame.hidden = true
      where.append(frame)
      return onOpen(talk(() => frame.contentWindow))
    },
    getParentIframe() {
      const message: Message = { standIn: 'ready', id: 0, name: '', data: null }
      parent.postMessage(message, '*')
      return talk(() => parent)
    },
  }
  const gapi = {
    load: (_what: string, { callback }: { callback: () => void }) => setTimeout(callback),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  }
  // The page names its callback in the script's URL; the frame uses a fixed callback name.
  const script = document.currentScript
  const address = script instanceof HTMLScriptElement ? script.src : location.href
  const onLoad = new URL(address).searchParams.get('onload') ?? 'gapi_onload'
  Object.assign(window, { gapi })
  const loaded: unknown = Reflect.get(window, onLoad)
  if (typeof loaded === 'function') loaded()
}

function talkTo(other: () => Window | null) {
  const handlers = new Map<string, Handler>()
  const onReplies = new Map<number, OnReply>()
  const unheard: Message[] = []
  const ready = Promise.withResolvers<void>()
  const post = (message: Message) => other()?.postMessage(message, '*')
  const hear = (message: Message) => {
    const handler = handlers.get(message.name)
    if (handler) post({ ...message, standIn: 'reply', data: handler(message.data) })
    else unheard.push(message)
  }
  const hearReply = ({ id, data }: Message) => {
    try {
      onReplies.get(id)?.([data])
    } catch {
      // Firebase's callback throws even on success; Google's script ignores that too.
    }
  }
  addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== other()) return
    if (data?.standIn === 'ready') ready.resolve()
    if (data?.standIn === 'message') hear(data)
    if (data?.standIn === 'reply') hearReply(data)
  })
  return {
    ping: (onPong: () => void) => ready.promise.then(onPong),
    restyle: () => Promise.resolve(),
    register(name: string, handler: Handler) {
      handlers.set(name, handler)
      unheard.splice(0).forEach(hear)
    },
    send(name: string, data: unknown, onReply: OnReply) {
      onReplies.set(onReplies.size, onReply)
      post({ standIn: 'message', id: onReplies.size - 1, name, data })
    },
  }
}
