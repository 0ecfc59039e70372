// Tests the bar with Buy and Sell on a phone.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { openStock, scrolledIntoView, seeForm, testStockPage } from '../testing/stock.tsx'

testStockPage()

const bar = () => screen.findByRole('group', { name: 'Buy or sell AAPL' })
const action = () => screen.getByRole('combobox', { name: 'Action' })

describe('the bar of a phone', () => {
  test.each([
    { name: 'Buy', side: 'buy' },
    { name: 'Sell', side: 'sell' },
  ])('leads with $name to the form, which says so', async ({ name, side }) => {
    openStock()
    await userEvent.click(within(await bar()).getByRole('button', { name }))
    expect(action()).toMatchObject({ value: side })
    expect(document.activeElement).toBe(action())
    const [target] = scrolledIntoView.mock.contexts
    expect(target).toBe(action().closest('section')?.parentElement)
  })

  test('is gone while the button of the form is in sight', async () => {
    openStock()
    expect((await bar()).className).not.toContain('invisible')
    seeForm(true)
    expect((await bar()).className).toContain('invisible')
    seeForm(false)
    expect((await bar()).className).not.toContain('invisible')
  })

  test('comes after everything else on the page, and is not there on wide screens and on paper', async () => {
    openStock()
    const element = await bar()
    expect(element.className).toContain('md:hidden print:hidden')
    expect(element.parentElement?.lastElementChild).toBe(element)
  })
})
