// Tests the explanation of a term, on the word or beside it, by pointer, by keyboard and by tap.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { glossary, Explained, ExplainedBeside } from './glossary.tsx'

const explanation = () => screen.queryByRole('tooltip')?.textContent ?? null

describe.each([
  { what: 'at a word', element: <Explained term="ROI">ROI %</Explained>, name: 'ROI %' },
  { what: 'beside a word', element: <ExplainedBeside term="ROI" />, name: 'What is the ROI?' },
])('an explanation $what', ({ element, name }) => {
  test('is shown to the pointer, and to the keyboard until Escape', async () => {
    render(element)
    expect(explanation()).toBeNull()
    await userEvent.hover(screen.getByRole('button', { name }))
    expect(explanation()).toBe(glossary.ROI)
    await userEvent.unhover(screen.getByRole('button', { name }))
    expect(explanation()).toBeNull()
    await userEvent.tab()
    expect(explanation()).toBe(glossary.ROI)
    expect(screen.getByRole('button', { name, description: glossary.ROI })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(explanation()).toBeNull()
  })

  test('is shown after a tap', async () => {
    render(element)
    await userEvent.pointer({ keys: '[TouchA]', target: screen.getByRole('button', { name }) })
    expect(explanation()).toBe(glossary.ROI)
  })
})
