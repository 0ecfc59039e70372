// What JSX becomes in tests: the elements of React, each a copy of an empty one of its type. React looks up from where it
// is called for every element that is made, which takes longer than the rest of it, but not for a copy.
import { cloneElement, createElement, type ElementType, type ReactElement } from 'react'

export { Fragment } from 'react'

const empty = new Map<ElementType, ReactElement>()

/** Children that stand in the source one by one need no keys, those that are computed do. */
export function jsxDEV(
  type: ElementType,
  props: Readonly<Record<string, unknown>>,
  key: unknown,
  areStatic: boolean,
): ReactElement {
  const config = key === undefined ? props : { ...props, key }
  if (props['children'] === undefined) return cloneElement(emptyOf(type), config)
  const children = (areStatic ? props['children'] : [props['children']]) as ReactElement[]
  return cloneElement(emptyOf(type), config, ...children)
}

function emptyOf(type: ElementType): ReactElement {
  const known = empty.get(type)
  if (known !== undefined) return known
  const made = createElement(type)
  empty.set(type, made)
  return made
}
