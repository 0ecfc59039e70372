// Tests the page that Enter opens in the search box, term by term.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import { scrolledIntoView } from '../testing/app.tsx'
import { Learner, testAsLearner } from '../testing/learner.tsx'
import { Search } from './search.tsx'

testAsLearner(() => {
  Element.prototype.scrollIntoView = scrolledIntoView
  render(
    <Learner at="/dashboard">
      <Search />
      <CurrentPath />
    </Learner>,
  )
})

function CurrentPath() {
  return <output>{useLocation().pathname}</output>
}

async function pageAfterEnter(term: string): Promise<string | null> {
  await userEvent.click(screen.getByRole('combobox'))
  if (term !== '') await userEvent.paste(term)
  await userEvent.keyboard('{Enter}')
  return screen.getByRole('status').textContent
}

describe('Enter opens', () => {
  test.each([
    // Tickers, in any case and with spaces around them.
    ['AAPL', '/stock/AAPL'],
    ['aapl', '/stock/AAPL'],
    ['  msft ', '/stock/MSFT'],
    ['gOOgl', '/stock/GOOGL'],
    ['crm', '/stock/CRM'],
    ['amd', '/stock/AMD'],
    ['meta', '/stock/META'],
    ['Uber', '/stock/UBER'],
    // Full names.
    ['Apple Inc.', '/stock/AAPL'],
    ['apple inc', '/stock/AAPL'],
    ['Apple, Inc.', '/stock/AAPL'],
    ['ALPHABET INC.', '/stock/GOOGL'],
    ['Amazon.com Inc.', '/stock/AMZN'],
    ['Microsoft Corporation', '/stock/MSFT'],
    ['advanced  micro   devices', '/stock/AMD'],
    ['Meta Platforms Inc.', '/stock/META'],
    ['PayPal Holdings', '/stock/PYPL'],
    ['Uber Technologies', '/stock/UBER'],
    ['uber technologies inc', '/stock/UBER'],
    ['Advanced Micro Devices, Inc.', '/stock/AMD'],
    ['Spotify Technology S.A.', '/stock/SPOT'],
    ['microsoft corp', '/stock/MSFT'],
    // Tickers with signs or a legal form.
    ['$AAPL', '/stock/AAPL'],
    ['aapl.', '/stock/AAPL'],
    ['AMD Inc.', '/stock/AMD'],
    // Words that only one company has.
    ['tesla', '/stock/TSLA'],
    ['Tesla', '/stock/TSLA'],
    ['TESLA ', '/stock/TSLA'],
    ['apple', '/stock/AAPL'],
    ['microsoft', '/stock/MSFT'],
    ['nvidia', '/stock/NVDA'],
    ['netflix', '/stock/NFLX'],
    ['intel', '/stock/INTC'],
    ['salesforce', '/stock/CRM'],
    ['adobe', '/stock/ADBE'],
    ['paypal', '/stock/PYPL'],
    ['spotify', '/stock/SPOT'],
    ['lyft inc', '/stock/LYFT'],
    ['devices', '/stock/AMD'],
    ['amazon.com', '/stock/AMZN'],
    ['amazon', '/stock/AMZN'],
    // Aliases.
    ['google', '/stock/GOOGL'],
    ['alphabet', '/stock/GOOGL'],
    ['YouTube', '/stock/GOOGL'],
    ['facebook', '/stock/META'],
    ['instagram', '/stock/META'],
    ['whatsapp', '/stock/META'],
    ['windows', '/stock/MSFT'],
    ['xbox', '/stock/MSFT'],
    ['iPhone', '/stock/AAPL'],
    ['aws', '/stock/AMZN'],
    ['photoshop', '/stock/ADBE'],
    ['venmo', '/stock/PYPL'],
    ['pay pal', '/stock/PYPL'],
    // Beginnings of one name.
    ['tes', '/stock/TSLA'],
    ['appl', '/stock/AAPL'],
    ['micros', '/stock/MSFT'],
    ['advanced micro', '/stock/AMD'],
    ['meta plat', '/stock/META'],
    ['spo', '/stock/SPOT'],
    ['net', '/stock/NFLX'],
    // Too short, no beginning, or of more than one company.
    ['a', '/stock/A'],
    ['te', '/stock/TE'],
    ['am', '/stock/AM'],
    ['inc', '/stock/INC'],
    ['Inc.', '/stock/INC.'],
    ['corporation', '/stock/CORPORATION'],
    ['soft', '/stock/SOFT'],
    // Typing errors, which are never jumped from.
    ['tesls', '/stock/TESLS'],
    ['telsa', '/stock/TELSA'],
    ['aplpe', '/stock/APLPE'],
    ['googel', '/stock/GOOGEL'],
    ['netflx', '/stock/NETFLX'],
    ['nividia', '/stock/NIVIDIA'],
    ['aapll', '/stock/AAPLL'],
    ['tsl', '/stock/TSL'],
    // Stocks that are not among the 16, and signs.
    ['zzzz', '/stock/ZZZZ'],
    ['ibm', '/stock/IBM'],
    ['coca cola', '/stock/COCA%20COLA'],
    ['brk/b?#', '/stock/BRK%2FB%3F%23'],
    ['ıntc', '/stock/INTC'],
    ['...', '/stock/...'],
    // Nothing.
    ['', '/dashboard'],
    [' ', '/dashboard'],
    ['   ', '/dashboard'],
  ])('for %j %s', async (term, page) => {
    expect(await pageAfterEnter(term)).toBe(page)
  })
})
