// What a plan says.
import { paths } from '../../browser/paths.ts'
import { PageLink } from '../prose.tsx'

export function Plan() {
  return (
    <>
      <p>Before the next trade, answer these on paper:</p>
      <ol>
        <li>What am I buying, and why should it be worth more than its price?</li>
        <li>How long do I want to hold it?</li>
        <li>How much of my portfolio will it be?</li>
        <li>What would show me that I was wrong, and what do I do then?</li>
        <li>What else do I hold that would fall with it?</li>
      </ol>
      <p>
        Then trade, and leave it alone until one of your answers changes. Your{' '}
        <PageLink to={paths.transactions}>transactions</PageLink> keep what you did. Only your notes
        keep why you did it, and that is what you learn from.
      </p>
    </>
  )
}
