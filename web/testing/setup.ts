// The set-up of every test file of the web app. A worker runs many files with the same modules, so each file cleans up.
import '../browser/jitless.ts'
import '../../tools/patient-waits.ts'

import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

import { forgetWarnings } from '../browser/log.ts'
import { lookAtNamesFirst } from './selectors.ts'
import { rememberStyles } from './visibility.ts'

configure({
  // Waits long, so that tests do not fail on a busy machine.
  asyncUtilTimeout: 20_000,
  // Skips the check of every element for scripts and styles, which is slow and which no test renders.
  defaultIgnore: '',
  getElementError: (message, container) => new MissingElementError(message, container),
})
// Some files run without a window.
if ('window' in globalThis) {
  window.getComputedStyle = rememberStyles(window.getComputedStyle)
  lookAtNamesFirst(Element.prototype)
  // jsdom has no layout, so no element becomes visible unless a test mocks that.
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
  // jsdom has no animations.
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

// A page that is loading when a file ends would fail to load, and stay failed for the next files of the worker.
afterAll(() => vi.dynamicImportSettled())

/** Prints the document only when the message is read, because a wait discards most of these errors. */
class MissingElementError extends Error {
  override readonly name = 'TestingLibraryElementError'

  constructor(reason: string | null, container: Element) {
    super()
    // A filter is needed, because the default one would use the empty selector of `defaultIgnore`. Prints only the
    // main part, because header and footer would fill the whole message.
    const print = () =>
      prettyDOM(container.querySelector('main') ?? container, undefined, { filterNode: () => true })
    const makeMessage = () =>
      [reason, `At ${window.location.href}`, print()].filter(Boolean).join('\n\n')
    Object.defineProperty(this, 'message', { get: makeMessage, configurable: true })
  }
}
