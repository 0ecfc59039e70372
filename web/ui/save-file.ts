// Hands a text or a picture over to the browser as a file to save. A plain link could not do that: the API wants to know
// who asks, and what a chart shows is only on the page.

export function saveFile(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers begin to read it only after a moment.
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}

const keptMs = 60_000
