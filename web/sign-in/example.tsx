// A picture of what a portfolio looks like after a while; an example, and labeled as one.
import { Triangle } from '../ui/icons.tsx'

const line = 'M0 104l31-6 32 5 33-18 34 6 35-21 34 8 33-17 34 5 33-24 34 11 33-19 36 4 29-20 31-7'

export function Example() {
  return (
    <figure className="rounded-card border border-line bg-bg p-6 max-lg:hidden">
      <figcaption className="flex items-center justify-between text-14 text-muted">
        Portfolio value
        <span className="rounded-full border border-line bg-surface px-2.5 py-0.5 text-12">
          Example
        </span>
      </figcaption>
      <p className="text-30 leading-10 font-semibold tracking-tight tabular-nums">$12,486.32</p>
      <p className="flex items-center gap-1.5 font-medium text-gain tabular-nums">
        <Triangle up />
        +$2,486.32 (+24.86%)
      </p>
      <svg aria-hidden="true" viewBox="0 0 462 124" className="mt-6 w-full text-gain">
        <path d={`${line}V124H0z`} className="fill-current opacity-10" />
        <path d={line} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinejoin="round" />
      </svg>
    </figure>
  )
}
