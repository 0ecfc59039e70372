// What kind of transaction it was, in its color; the word says it too.

export function TypeBadge({ type }: { type: string }) {
  return (
    <span
      className={`inline-block rounded-sm px-1.5 text-11 font-semibold tracking-wide ${looks[type] ?? 'bg-loss-soft text-loss'}`}
    >
      {type}
    </span>
  )
}

const looks: Readonly<Record<string, string>> = {
  BUY: 'bg-gain-soft text-gain',
  SPLIT: 'bg-sunken text-muted',
}
