// Tests the line under the order form that opens the reason and the forecast, and what is sent with the order.
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { alertText } from '../testing/announced.ts'
import { fill, pick } from '../testing/fill.ts'
import { requests } from '../testing/learner.tsx'
import { limitBuy } from '../testing/orders.ts'
import {
  isDown,
  openLoadedStock,
  refuses,
  replies,
  says,
  testStockPage,
} from '../testing/stock.tsx'

const message = 'Bought 1 share of AAPL at $189.12 for $189.12.'

testStockPage(() => {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) =>
    setTimeout(work, ['endPause', 'endRest'].includes(work.name) ? 0 : ms),
  )
  replies['/api/buy'] = says({ message })
  replies['/api/orders'] = says(limitBuy)
})

const line = () => screen.getByRole('button', { name: 'Add a reason' })
/** The line is loaded after the form. */
const open = async () => {
  await openLoadedStock()
  await screen.findByRole('button', { name: 'Add a reason' })
}
const isOpen = () => line().getAttribute('aria-expanded')
const why = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Why?' })
const better = 'How sure are you that it will do better than the market over the next 30 days?'
const worse = better.replace('better', 'worse')
const sure = (name = better) => screen.findByRole<HTMLSelectElement>('combobox', { name })
const press = async (name: string) => {
  await waitFor(() =>
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).not.toBe('true'),
  )
  await userEvent.click(screen.getByRole('button', { name }))
}
const sent = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body)

async function write(note: string, confidence: string): Promise<void> {
  await userEvent.click(line())
  fill(await why(), note)
  pick(await sure(), confidence)
}

describe('the line', () => {
  test('leaves the form as it was while it is closed, and nothing more is sent', async () => {
    await open()
    expect(isOpen()).toBe('false')
    const form = document.querySelector('form')
    expect(form?.contains(line())).toBe(false)
    expect(screen.queryByRole('textbox', { name: 'Why?' })).toBeNull()
    await press('Execute Trade')
    await screen.findByText(message)
    expect(Object.keys(Object(sent()[0])).toSorted()).toEqual([
      'portfolio',
      'price',
      'quantity',
      'ticker',
    ])
  })

  test('stands below the button, which opening it does not move', async () => {
    await open()
    const button = screen.getByRole('button', { name: 'Execute Trade' })
    const isBelow = (other: Element): boolean =>
      (button.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    expect(isBelow(line())).toBe(true)
    await userEvent.click(line())
    expect(isBelow(await why())).toBe(true)
    expect(isBelow(await sure())).toBe(true)
  })

  test('is open at the next visit once it was opened, until it is closed', async () => {
    await open()
    await userEvent.click(line())
    await why()
    cleanup()
    await open()
    expect(isOpen()).toBe('true')
    await why()
    await userEvent.click(line())
    cleanup()
    await open()
    expect(isOpen()).toBe('false')
  })

  test('sends nothing of what it hides, and has it again when it is opened', async () => {
    await open()
    await write('Hidden', '80%')
    await userEvent.click(line())
    await press('Execute Trade')
    await screen.findByText(message)
    expect(sent()[0]).not.toHaveProperty('note')
    expect(sent()[0]).not.toHaveProperty('confidence')
    await userEvent.click(line())
    expect(await why()).toMatchObject({ value: 'Hidden' })
  })
})

describe('the fields', () => {
  test('are a short reason, whose last characters are counted, and a choice of numbers', async () => {
    await open()
    await userEvent.click(line())
    const note = await why()
    expect(note.maxLength).toBe(280)
    expect([...(await sure()).options].map(({ text }) => text)).toEqual([
      'No forecast',
      '50%',
      '60%',
      '70%',
      '80%',
      '90%',
    ])
    expect(screen.queryByText(/characters? left$/)).toBeNull()
    fill(note, 'a'.repeat(279))
    expect(screen.getByText('1 character left').id).toBe(note.getAttribute('aria-describedby'))
    fill(note, 'a'.repeat(240))
    expect(screen.getByText('40 characters left')).toBeTruthy()
  })

  test('ask of a sale whether it does worse, and take no number over from the other side', async () => {
    await open()
    await write('It is dear', '90%')
    pick(screen.getByRole('combobox', { name: 'Action' }), 'Sell')
    expect(await sure(worse)).toMatchObject({ value: 'No forecast' })
    expect(await why()).toMatchObject({ value: 'It is dear' })
    expect(screen.queryByRole('combobox', { name: better })).toBeNull()
  })
})

describe('an order', () => {
  test('is sent with its reason and number, and the fields are empty afterwards', async () => {
    await open()
    await write('  A new phone\nis coming ', '80%')
    await press('Execute Trade')
    await screen.findByText(message)
    expect(sent()).toMatchObject([{ note: 'A new phone\nis coming', confidence: 80, quantity: 1 }])
    await waitFor(async () => expect(await why()).toMatchObject({ value: '' }))
    expect(await sure()).toMatchObject({ value: 'No forecast' })
    expect(isOpen()).toBe('true')
  })

  test('may have a number alone', async () => {
    await open()
    await write(' ', '50%')
    await press('Execute Trade')
    await screen.findByText(message)
    expect(sent()[0]).toMatchObject({ confidence: 50 })
    expect(sent()[0]).not.toHaveProperty('note')
  })

  test('that waits for its price has them too', async () => {
    await open()
    pick(screen.getByRole('combobox', { name: 'Order' }), 'Limit')
    await screen.findByRole('button', { name: 'Place Order' })
    await write('Cheap enough', '70%')
    await press('Place Order')
    await screen.findByText(/^Limit order placed/)
    expect(sent()).toMatchObject([{ kind: 'limit', note: 'Cheap enough', confidence: 70 }])
    await waitFor(async () => expect(await why()).toMatchObject({ value: '' }))
  })

  test.each([
    ['Market', '/api/buy', 'Execute Trade'],
    ['Limit', '/api/orders', 'Place Order'],
  ])('that is refused keeps what was written, %s', async (kind, path, button) => {
    replies[path] = refuses({ code: 'busy' })
    await open()
    pick(screen.getByRole('combobox', { name: 'Order' }), kind)
    await screen.findByRole('button', { name: button })
    await write('Cheap enough', '70%')
    await press(button)
    expect(await alertText()).toBeTruthy()
    expect(await why()).toMatchObject({ value: 'Cheap enough' })
    expect(await sure()).toMatchObject({ value: '70%' })
  })

  test('keeps what was written for the next one meanwhile', async () => {
    let answer: (response: Response) => void = () => {}
    replies['/api/buy'] = () => new Promise((resolve) => void (answer = resolve))
    await open()
    await write('First', '70%')
    await press('Execute Trade')
    fill(await why(), 'Second')
    answer(Response.json({ error: null, message }))
    await screen.findByText(message)
    expect(await why()).toMatchObject({ value: 'Second' })
  })

  test.each([
    ['Market', '/api/buy', 'Execute Trade'],
    ['Limit', '/api/orders', 'Place Order'],
  ])('whose answer was lost is the same with another reason, %s', async (kind, path, button) => {
    const answered = replies[path]
    replies[path] = isDown
    await open()
    pick(screen.getByRole('combobox', { name: 'Order' }), kind)
    await screen.findByRole('button', { name: button })
    await write('First', '70%')
    await press(button)
    expect(await alertText()).toBeTruthy()
    if (answered) replies[path] = answered
    fill(await why(), 'Second')
    pick(await sure(), '90%')
    await press(button)
    await screen.findByText(/just once\.$/)
    const orders = requests.filter(({ method }) => method === 'POST')
    expect(new Set(orders.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(orders.at(-1)?.body).toMatchObject({ note: 'First', confidence: 70 })
    expect(new Set(orders.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    await waitFor(async () => expect(await why()).toMatchObject({ value: '' }))
  })
})
