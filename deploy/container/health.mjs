// The health check of a container: 0 where the server answers well at the path that is the first argument, and else 1.
const { PORT = '3000' } = process.env
const [path = '/healthz'] = process.argv.slice(2)
const signal = AbortSignal.timeout(4_000)

const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, { signal }).catch(() => null)
process.exitCode = answer?.ok === true ? 0 : 1
