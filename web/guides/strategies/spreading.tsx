// The section of the strategies guide on how much it helps to hold more stocks.
import { Diversification, swings, typical, unrelatedSwings } from '../figures/diversification.tsx'
import { Callout, prose } from '../prose.tsx'

const [one = 0, two = 0, , , sixteen = 0] = swings
const [, , , , unrelatedSixteen = 0] = unrelatedSwings

export const spreading = prose`
  **Volatility** says how far a price typically swings in a year. If you hold several stocks, some
  rise while others fall, and the swings partly cancel out.

  How much they cancel out depends on **correlation**. 1 means that two stocks always move
  together, 0 that they have nothing to do with each other. Between 2019 and 2026 the sixteen
  stocks here had a volatility of about ${typical.each}% each and a correlation of about
  ${typical.correlation} on average. The simulated market is made to have the same.

  ${<Diversification />}

  The first steps help most. Going from one stock to two takes the swings from ${one}% to ${two}%.
  With all sixteen it is ${sixteen}%, and that is about as low as it gets. What is left is the
  movement they share, and no number of similar stocks removes it. If the sixteen were unrelated,
  ${unrelatedSixteen}% would be left.

  ${(
    <Callout title="Different names are not different risks">
      Two makers of chips react to the same news. Ask what could hurt all your holdings on the same
      day.
    </Callout>
  )}

  Cash is part of the mix too. A portfolio that is half cash swings half as much, and gains only
  half as much.

  Over time a mix changes. If one of four equal parts doubles while the others stand still, it
  makes up 40% of the whole. Sell some of what has grown and buy what hasn't, and you're back to
  your mix. This is called **rebalancing**. `
