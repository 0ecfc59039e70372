// How many shares, in words.
import { formatQuantity } from '@tengrand/core/money.ts'

/** What is typed need not be a number of shares at all. */
export const sharesOf = (quantity: number): string =>
  Number.isSafeInteger(quantity)
    ? `${formatQuantity(quantity)} ${quantity === 1 ? 'share' : 'shares'}`
    : 'shares'
