// The sections of the platform guide on holdings, the value chart, and the transactions.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { paths } from '../../browser/paths.ts'
import { glossary } from '../../ui/glossary.tsx'
import { Table, prose } from '../prose.tsx'

export const holdings = prose`
  [Portfolio](${paths.portfolio}) shows your cash, your total value and each holding.

  ${(
    <Table
      caption="One holding, step by step"
      columns={['What happens', 'Shares', 'Cost', 'Avg. Price']}
      rows={[
        ['Buy 10 at $50.00', '10', '$500.00', '$50.00'],
        ['Buy 10 at $60.00', '20', '$1,100.00', '$55.00'],
        ['Sell 5 at $70.00', '15', '$825.00', '$55.00'],
        ['Split 2 for 1', '30', '$825.00', '$27.50'],
      ]}
    />
  )}

  The sale brought $350.00 for shares that had cost $275.00, a realized gain of $75.00. The rest
  is unrealized. Together they are your Portfolio Return.

  - **Avg. Price.** ${glossary['average price']}
  - **Realized gain.** ${glossary['realized gain']}
  - **Unrealized gain.** ${glossary['unrealized gain']}
  - **Today.** ${glossary.today}

  The last line is a stock split, which only happens with real prices. You then have more shares,
  each worth less.
`

export const chart = prose`
  The chart on the dashboard is computed from your trades and past prices, and ends right now. The
  return of a period compares its end with its start. Total Return always compares with the
  ${openStartingWords} you started with.
`

export const history = prose`
  [Transactions](${paths.transactions}) lists everything you bought and sold, and every split,
  newest first. Nothing in it is ever changed or removed. You can download it as a CSV file.
`
