// The words of orders that wait. Apart from the glossary, so that they come with the form and not with every page.

export const terms = {
  'limit price':
    'The price that you agree to. You buy at it or for less, and sell at it or for more; what a buy may cost is set aside, and the rest of your cash stays free.',
  'stop price':
    'When the price has fallen this far, your shares are sold at whatever the price is then, which may be less.',
} as const
