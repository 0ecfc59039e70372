// The layout of a guide: head, table of contents, sections, and links to the previous and next guide.
import { useEffect, useState, type ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useLocation } from '../browser/router.tsx'
import { Icon } from '../ui/icons.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { guides, ReadingTime, type Guide } from './guides.tsx'
import { Callout } from './prose.tsx'

export interface ArticleSection {
  /** The id of the heading, which is also the hash in the section's URL. */
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

interface ArticleProps {
  readonly guide: Guide
  /** The text before the first heading. */
  readonly opening: ReactNode
  readonly sections: readonly ArticleSection[]
}

export function Article({ guide, opening, sections }: ArticleProps) {
  useScrollToSection()
  return (
    <div className="mx-auto max-w-[44.125rem] lg:grid lg:max-w-none lg:grid-cols-[minmax(0,44.125rem)_14rem] lg:grid-rows-[auto_1fr] lg:justify-center lg:gap-x-10">
      <Head guide={guide} />
      <Contents sections={sections} />
      <div>
        <article className="mt-6 md:rounded-card md:border md:border-line md:bg-surface md:px-12 md:pt-6 md:pb-12 md:shadow-card">
          <div className={proseLook}>{opening}</div>
          {sections.map(({ id, title, content }) => (
            <section key={id} aria-labelledby={id} className={`mt-10 md:mt-12 ${proseLook}`}>
              <h2
                id={id}
                tabIndex={-1}
                className="scroll-mt-6 text-20 font-semibold tracking-tight outline-none md:text-24"
              >
                {title}
              </h2>
              {content}
            </section>
          ))}
          <div className="mt-10 max-w-[38rem]">
            <Callout icon="shield" title="Not investment advice">
              This guide explains how things work. It is not investment advice and knows nothing
              about your situation. Tengrand's money is virtual. With real money, ask someone
              qualified.
            </Callout>
          </div>
        </article>
        <Neighbors guide={guide} />
      </div>
    </div>
  )
}

function Head({ guide }: { guide: Guide }) {
  return (
    <div>
      <Link
        to={paths.guides}
        className="-ml-1 inline-flex min-h-10 items-center gap-1 text-14 font-medium text-muted transition-colors duration-100 hover:text-ink"
      >
        <Icon name="chevron" className="size-4 rotate-180" />
        All guides
      </Link>
      <PageHeading
        title={guide.title}
        className="mt-1 text-30 font-semibold tracking-tight md:text-44"
      />
      <p className="mt-2 mb-4 max-w-[38rem] text-16 text-muted">{guide.sentence}</p>
      <ReadingTime guide={guide} />
    </div>
  )
}

/** The styles of the plain paragraphs and lists in a section. */
const proseLook =
  'max-w-[38rem] text-16 leading-7 [&>ol]:mt-4 [&>ol]:list-decimal [&>ol]:pl-6 [&>p]:mt-4 [&>ul]:mt-4 [&>ul]:list-disc [&>ul]:pl-6 [&_li]:mt-2 [&_li]:pl-1 [&_li]:marker:text-muted'

/** Scrolls to the section that the address names: the browser looked for it before the page was rendered. */
function useScrollToSection() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '') return
    const heading = document.getElementById(hash.slice(1))
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [hash])
}

/** The table of contents: beside the text on wide screens, collapsed above it on others. */
function Contents({ sections }: Pick<ArticleProps, 'sections'>) {
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

function SectionLinks({ sections }: Pick<ArticleProps, 'sections'>) {
  const read = useReadSection(sections)
  return (
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === read ? 'location' : undefined}
            className="-ml-4 flex min-h-10 items-center py-1.5 pl-4 text-14 text-muted transition-colors duration-100 hover:text-ink aria-[current]:border-l-2 aria-[current]:border-accent aria-[current]:pl-3.5 aria-[current]:text-ink lg:min-h-0"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}

/** The section that is read: the last whose heading has come to the upper third of the window. */
function useReadSection(sections: readonly ArticleSection[]): string | undefined {
  const [read, setRead] = useState<string>()
  useEffect(() => {
    const look = (): void => {
      const line = window.innerHeight / 3
      const passed = sections.filter(({ id }) => topOf(id) <= line)
      // The last sections may be too short to come that far up.
      const { scrollHeight } = document.documentElement
      const isEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 1
      setRead((isEnd ? sections : passed).at(-1)?.id)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [sections])
  return read
}

const topOf = (id: string): number =>
  document.getElementById(id)?.getBoundingClientRect().top ?? Infinity

/** Links to the previous and the next guide; the last guide leads to the dashboard. */
function Neighbors({ guide }: { guide: Guide }) {
  const index = guides.indexOf(guide)
  const previous = guides[index - 1]
  const next = guides[index + 1]
  return (
    <nav aria-label="More guides" className="mt-8 grid gap-4 sm:grid-cols-2 md:mt-5 md:gap-5">
      {previous && <Neighbor direction="previous" to={previous.path} title={previous.title} />}
      <Neighbor
        direction="next"
        to={next?.path ?? paths.dashboard}
        title={next?.title ?? 'Go to your dashboard'}
      />
    </nav>
  )
}

interface NeighborProps {
  readonly direction: 'previous' | 'next'
  readonly to: string
  readonly title: string
}

function Neighbor({ direction, to, title }: NeighborProps) {
  const isNext = direction === 'next'
  return (
    <Link
      to={to}
      rel={isNext ? 'next' : 'prev'}
      className={`flex items-center gap-3 rounded-card border border-line bg-surface px-5 py-4 shadow-card transition-colors duration-100 hover:border-control ${isNext ? 'flex-row-reverse justify-between sm:col-start-2 sm:text-right sm:justify-start' : ''}`}
    >
      <Icon name="chevron" className={`size-4 text-muted ${isNext ? '' : 'rotate-180'}`} />
      <span className="min-w-0">
        <span className="block text-12 text-muted">{isNext ? 'Next' : 'Previous'}</span>{' '}
        <span className="block text-15 font-medium">{title}</span>
      </span>
    </Link>
  )
}
