// The sections of a guide to choose from: beside the text, or folded above it where there is no room.
import { Icon } from '../ui/icons.tsx'

interface ContentsProps {
  readonly sections: readonly {
    /** Stands in the address of the section. */
    readonly id: string
    readonly title: string
  }[]
}

export function Contents({ sections }: ContentsProps) {
  return (
    <nav
      aria-label="On this page"
      className="mt-6 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:mt-12 lg:self-start"
    >
      <details className="group rounded-card border border-line bg-surface lg:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between px-4 text-15 font-medium [&::-webkit-details-marker]:hidden">
          On this page
          <Icon name="chevron" className="size-4 rotate-90 text-muted group-open:-rotate-90" />
        </summary>
        <div className="border-t border-line px-4 py-2">
          <SectionLinks sections={sections} />
        </div>
      </details>
      <div className="max-lg:hidden">
        <p className="pl-4 text-12 font-medium text-muted">On this page</p>
        <div className="mt-2 border-l border-line pl-4">
          <SectionLinks sections={sections} />
        </div>
      </div>
    </nav>
  )
}

function SectionLinks({ sections }: ContentsProps) {
  return (
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-10 items-center py-1.5 text-14 text-muted transition-colors duration-100 hover:text-ink lg:min-h-0"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}
