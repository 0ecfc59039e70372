// The links of the header and the bottom bar, and which of them the reader is at.
import { routes } from './routes.ts'
import { paths } from '../browser/paths.ts'

export const navLinks = routes.flatMap(({ path, nav }) =>
  nav === undefined ? [] : [{ to: path, ...nav }],
)

/** The link to the front page leads on to the dashboard, so it is the current one there. */
export function currentAt(pathname: string, to: string): 'page' | 'true' | undefined {
  const target = to === paths.front ? paths.dashboard : to
  if (pathname === target) return 'page'
  return pathname.startsWith(`${target}/`) ? 'true' : undefined
}
