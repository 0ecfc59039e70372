// Saves a text or a picture as a file: a plain link cannot send the token of the API, and the data of a chart is only on the page.

export function saveFile(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the URL with a delay.
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}

const revokeAfterMs = 60_000
