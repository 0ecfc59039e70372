// Reads server-sent events from the text of a response, which comes in pieces.

type OnEvent = (type: string, data: string) => void

/** Returns a function that takes the next piece of the text. */
export function readEvents(onEvent: OnEvent): (piece: string) => void {
  let rest = ''
  let type = ''
  let data: string[] = []
  const take = (line: string): void => {
    if (line === '') {
      if (data.length > 0) onEvent(type || 'message', data.join('\n'))
      type = ''
      data = []
      return
    }
    // A line that begins with a colon is a comment.
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') type = value
    if (field === 'data') data.push(value)
  }
  return (piece) => {
    const lines = (rest + piece).split(/\r?\n/)
    rest = lines.pop() ?? ''
    lines.forEach(take)
  }
}
