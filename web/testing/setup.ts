// The set-up of every test file of the web app. A worker runs many files with the same modules, so nothing may be left over.
import '../browser/jitless.ts'
import '../../tools/patient-waits.ts'

import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

import { forgetWarnings } from '../browser/log.ts'
import { lookAtNamesFirst } from './selectors.ts'
import { rememberStyles } from './visibility.ts'

configure({
  // A busy machine is slow, not wrong.
  asyncUtilTimeout: 20_000,
  // There are no scripts and no styles among what is rendered, and asking every element whether it is one is slow.
  defaultIgnore: '',
  getElementError: (message, container) => new MissingElementError(message, container),
})
// Some files run without a window.
if ('window' in globalThis) {
  window.getComputedStyle = rememberStyles(window.getComputedStyle)
  lookAtNamesFirst(Element.prototype)
  // jsdom has no layout, so that nothing comes into sight unless a test says so.
  Object.assign(window, {
    IntersectionObserver: class {
      observe() {}
      disconnect() {}
    },
  })
  // jsdom has no top layer.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  // jsdom moves nothing.
  Element.prototype.animate = () => ({ play() {} }) as Animation
}
forgetWarnings()
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (!('window' in globalThis)) return
  localStorage.clear()
  sessionStorage.clear()
})

/** Prints the document only when it is read: while something is waited for, most of these errors never are. */
class MissingElementError extends Error {
  override readonly name = 'TestingLibraryElementError'

  constructor(reason: string | null, container: Element) {
    super()
    // Without a filter of its own it would look for what is ignored, which is nothing, by an empty selector. What stands
    // around every page would be all that there is room for.
    const print = () =>
      prettyDOM(container.querySelector('main') ?? container, undefined, { filterNode: () => true })
    const makeMessage = () =>
      [reason, `At ${window.location.href}`, print()].filter(Boolean).join('\n\n')
    Object.defineProperty(this, 'message', { get: makeMessage, configurable: true })
  }
}
