// Limits a line of the log that could come with every request while the database is away.

const everyMs = 1_000

/** Writes at most one line a second, with the number of calls that it stands for. */
export function createRareLine(write: (line: object) => void): (line: object) => void {
  let waiting: { line: object; count: number } | null = null
  let isQuiet = false

  function begin(line: object): void {
    write(line)
    isQuiet = true
    setTimeout(end, everyMs).unref()
  }

  function end(): void {
    isQuiet = false
    if (waiting === null) return
    const { line, count } = waiting
    waiting = null
    begin({ ...line, count })
  }

  return (line) => {
    if (isQuiet) waiting = { line, count: (waiting?.count ?? 0) + 1 }
    else begin({ ...line, count: 1 })
  }
}
