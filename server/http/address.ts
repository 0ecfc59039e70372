// The address that somebody is counted under.
import { isIPv6 } from 'node:net'

/** Whoever has one address of the newer kind has the whole network it is in, so that the network counts. */
export function groupAddress(address: string): string {
  // Some proxies write the port behind it, which is another one with each connection.
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const plain = bare.replace(/%.*$/, '').toLowerCase()
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  // The older kind, written as the newer one: all of these are in one network of it.
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return olderOf(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

const olderOf = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')

function groupsOf(address: string): string[] {
  // The parser of addresses writes them in one way, with at most one gap.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const head = before.split(':').filter(Boolean)
  if (after === undefined) return head
  const tail = after.split(':').filter(Boolean)
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}
