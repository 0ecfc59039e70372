// Groups IP addresses for rate limits, and hashes them for the log.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** An IPv6 client usually owns its whole /64 network, so the network is counted. */
export function groupAddress(address: string): string {
  // Some proxies append the port, which differs with each connection.
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const plain = bare.replace(/%.*$/, '').toLowerCase()
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  // IPv4 addresses mapped to IPv6 are all in one /64 network.
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

const ipv4Of = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')

function groupsOf(address: string): string[] {
  // URL normalizes the address to the form with at most one `::`.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const head = before.split(':').filter(Boolean)
  if (after === undefined) return head
  const tail = after.split(':').filter(Boolean)
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}

const dayMs = 86_400_000

/** The same hash for a day, so that repeated attempts are visible in the log; hashes of two days cannot be compared without the key. */
export function createAddressHash(key: KeyObject, now: () => number): (address: string) => string {
  let day = Number.NaN
  let keyOfDay = key
  return (address) => {
    const today = Math.floor(now() / dayMs)
    if (today !== day) {
      keyOfDay = createSecretKey(createHmac('sha256', key).update(`day ${today}`).digest())
      day = today
    }
    return createHmac('sha256', keyOfDay).update(groupAddress(address)).digest('hex').slice(0, 16)
  }
}
