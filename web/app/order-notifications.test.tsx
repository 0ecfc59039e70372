// Tests that the shell shows order notifications on every page, also on a page without orders.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { ann, heading, openAt, provider, testApp } from '../testing/app.tsx'
import { closedSince, filledAt, limitBuy, listOf, storeNotifications } from '../testing/orders.ts'
import { uidOf } from '../testing/provider.ts'

testApp(() => {
  provider.remember(ann)
})

test('a page without orders tells what was filled meanwhile, until somebody else is to sit here', async () => {
  provider.replies['/api/orders?state=open'] = () => Response.json(listOf())
  provider.replies[closedSince(limitBuy.placed_at)] = () =>
    Response.json(listOf(filledAt(limitBuy, 179.98)))
  storeNotifications(uidOf(ann), { open: 1 })
  await openAt('/pro')
  await heading('Go Pro')
  const notice = await screen.findByText('Your limit order bought 5 shares of AAPL at $179.98.')
  expect(notice.closest('#notices')).not.toBeNull()
  const banner = within(screen.getByRole('banner'))
  await userEvent.click(banner.getByRole('button', { name: 'Logout' }))
  await heading('Welcome back')
  expect(screen.queryByText(/^Your limit order/)).toBeNull()
})
