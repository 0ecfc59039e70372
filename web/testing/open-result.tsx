// Renders the insights page, and reads its cards and tables.
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import InsightsPage from '../insights/insights-page.tsx'
import { useLocation } from '../browser/router.tsx'
import { Learner } from './learner.tsx'

export const showResult = (at = '/insights') =>
  render(
    <Learner at={at}>
      <InsightsPage />
      <CurrentPath />
    </Learner>,
  )

function CurrentPath() {
  const { pathname, search } = useLocation()
  return <p>At {pathname + search}</p>
}

/** A card of the page, by its heading. */
export const part = async (name: string) => within(await screen.findByRole('region', { name }))

export const openPart = (name: string, at?: string) => {
  showResult(at)
  return part(name)
}

export type Part = Awaited<ReturnType<typeof part>>

/** The cells of a table of a card, row by row; opens the tables first. */
export async function rowsIn(shown: Part, label: string): Promise<(string | null)[][]> {
  const closed = shown.queryByRole('button', { name: 'Show as table' })
  if (closed) await userEvent.click(closed)
  const table = within(await shown.findByRole('region', { name: label })).getByRole('table')
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
}
