// The section of the strategies guide on how much it helps to hold more stocks.
import { Diversification, swings, typical, unrelatedSwings } from '../figures/diversification.tsx'
import { Callout, prose } from '../prose.tsx'

const [one = 0, two = 0, , , sixteen = 0] = swings
const [, , , , unrelatedSixteen = 0] = unrelatedSwings

export const spreading = prose`
  How far a return typically strays from its average within a year is called volatility. If you
  hold one stock, you bear all of its swings. If you hold several, some rise while others fall,
  and the swings partly cancel out.

  How much they cancel out depends on correlation: 1 means that two stocks always move together, 0
  that they have nothing to do with each other. The sixteen stocks that you can trade here had a
  volatility of about ${typical.each}% each and a correlation of about ${typical.correlation} on
  average, counted from their real daily prices on the exchange between 2019 and 2026. The
  simulated market is made to have the same.

  ${<Diversification />}

  Two things stand out. The first steps help most: going from one stock to two takes the swings
  from ${one}% to ${two}%, while all sixteen bring them to ${sixteen}%. And then it ends. What is
  left is the movement that they share, and no number of similar stocks removes it. If the sixteen
  were unrelated, ${unrelatedSixteen}% would be left.

  ${(
    <Callout title="Different names are not different risks">
      Two makers of chips, or two companies that offer rides, answer to the same news. Ask what
      could hurt all of your holdings on the same day.
    </Callout>
  )}

  Cash is part of the mix too. A portfolio that is half cash swings half as much as its stocks do,
  and gains only half as much.

  A mix does not keep itself. If one of four equal parts doubles while the others stand still, it
  makes up 40% of the whole, and its swings decide more than you had planned. Selling some of what
  has grown and buying what has not brings the mix back; this is called rebalancing. Doing it once
  or twice a year is common.
`
