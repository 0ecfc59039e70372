// Writes on every printed sheet whose it is, the date, and the range and filters of the page.
import { useEffect, useEffectEvent, useRef } from 'react'

import { usePrintedFacts } from '../browser/printed.ts'
import { useAccount } from './display-name.tsx'

export default function PrintLine() {
  const { data } = useAccount()
  const facts = usePrintedFacts()
  const line = useRef<HTMLParagraphElement>(null)
  const write = useEffectEvent((): void => {
    const words = [data?.display_name, today.format(), ...facts].filter(Boolean).join(' · ')
    if (hasMarginBoxes) inMargin(words)
    else if (line.current) line.current.textContent = words
  })
  useEffect(() => {
    const listen = (): void => write()
    window.addEventListener('beforeprint', listen)
    return () => window.removeEventListener('beforeprint', listen)
  }, [])
  // Browsers without margin boxes print the line once, on the first sheet.
  return hasMarginBoxes ? null : <p ref={line} className="hidden print:block" />
}

const hasMarginBoxes = 'CSSMarginRule' in window

const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

let sheet: CSSStyleSheet | undefined

function inMargin(words: string): void {
  if (!sheet) document.adoptedStyleSheets.push((sheet = new CSSStyleSheet()))
  sheet.replaceSync(`@page { @top-left { content: ${JSON.stringify(words)} } }`)
}
