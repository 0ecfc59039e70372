// The modules that a route loads at once: index.html preloads them, and the size check adds them up.
import { shellModule, type Route } from '../app/routes.ts'

export const modulesOf = ({ access, module }: Route): string[] =>
  access === 'learner' ? [shellModule, module] : [module]
