// The logo: the mark, the name, and the tagline.

/** In the header of the narrowest phones the mark stands alone. */
const looks = {
  large: { mark: 'size-9', name: 'text-16', tagline: 'text-12' },
  header: {
    mark: 'size-8',
    name: 'text-15 max-[22.5rem]:sr-only',
    tagline: 'text-11 max-[22.5rem]:sr-only',
  },
}

export function Logo({ size }: { size: keyof typeof looks }) {
  const { mark, name, tagline } = looks[size]
  return (
    <span className="flex items-center gap-2.5 whitespace-nowrap">
      <svg aria-hidden="true" viewBox="0 0 32 32" className={`shrink-0 ${mark}`}>
        <rect width="32" height="32" rx="9" className="fill-accent" />
        <path
          d="M7.5 21.5 13 15l4 4 8-9.5"
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-on-accent"
        />
      </svg>
      <span className="flex flex-col">
        <span className={`leading-5 font-semibold tracking-tight ${name}`}>Tengrand</span>
        <span className={`leading-4 text-muted ${tagline}`}>Stock Market Simulator</span>
      </span>
    </span>
  )
}
