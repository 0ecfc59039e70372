// Which modules a route loads at once, by the route table: the page preloads them, and the size check adds them up.
import type { Route } from '../app/routes.ts'

/** What the app asks for as soon as it runs, whatever the route; the pages are drawn without waiting for it. */
export const moduleAtOnce = 'api/config.ts'

const shell = 'app/shell.tsx'

export const modulesOf = ({ access, module }: Route): string[] =>
  access === 'learner' ? [shell, module] : [module]
