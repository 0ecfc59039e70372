// Says a sentence over the page for a while. Outside of React, because what it is about may be gone from the page by then.

/** Long enough to read two sentences. */
const shownMs = 8_000

const look =
  'fixed inset-x-4 bottom-4 z-30 mx-auto w-fit max-w-lg rounded-control border border-line bg-surface px-4 py-2.5 text-loss shadow-popup max-md:bottom-[calc(var(--bar)+var(--second-bar,0px)+0.75rem)]'

export function tell(sentence: string): void {
  document.querySelector('[data-told]')?.remove()
  const told = document.createElement('p')
  told.dataset['told'] = ''
  told.role = 'alert'
  told.className = look
  told.textContent = sentence
  document.body.append(told)
  setTimeout(() => told.remove(), shownMs)
}
