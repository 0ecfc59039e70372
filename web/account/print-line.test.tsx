// Tests the line of a print in a browser without margin boxes, such as the one of these tests.
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { usePrinted } from '../browser/printed.ts'
import { account, Learner, replies, says, testAsLearner } from '../testing/learner.tsx'
import PrintLine from './print-line.tsx'

testAsLearner(() => {
  replies['/api/account'] = says(account)
})

function Fact({ fact }: { fact: string }) {
  usePrinted(fact)
  return null
}

const print = (): void => act(() => void window.dispatchEvent(new Event('beforeprint')))

test('is the name, the date and each fact of the page once, while it is there', async () => {
  const page = (...facts: string[]) => (
    <>
      <PrintLine />
      {facts.map((fact, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- Two charts may have the same fact.
        <Fact key={index} fact={fact} />
      ))}
    </>
  )
  const { rerender } = render(page('Range 1M', 'Range 1M', 'Type Sell'), { wrapper: Learner })
  await expect
    .poll(() => {
      print()
      return screen.getByRole('paragraph', { hidden: true }).textContent
    })
    .toMatch(/^Calm Otter 12 · \w+ \d+, \d{4} · Range 1M · Type Sell$/)
  rerender(page('Range 6M'))
  print()
  expect(screen.getByRole('paragraph', { hidden: true }).textContent).toMatch(/\d · Range 6M$/)
})
