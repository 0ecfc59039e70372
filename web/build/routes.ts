// Which modules a route loads at once, by the route table: the page preloads them, and the size check adds them up.
import { shellModule, type Route } from '../app/routes.ts'

export const modulesOf = ({ access, module }: Route): string[] =>
  access === 'learner' ? [shellModule, module] : [module]
