// The JSX runtime of the tests. It clones an empty element of each type, because React captures a stack for every new element.
import { cloneElement, createElement, type ElementType, type ReactElement } from 'react'

export { Fragment } from 'react'

const empty = new Map<ElementType, ReactElement>()

/** Passes static children as separate arguments, because React requires keys only for the children of an array. */
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
