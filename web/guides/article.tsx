// The frame of every guide: its head, the way to its sections, the sections themselves, and where to go from there.
import { useEffect, type ComponentType } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useLocation } from '../browser/router.tsx'
import { Icon } from '../ui/icons.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Contents } from './contents.tsx'
import type { Guide } from './guides.ts'
import { Neighbors } from './neighbors.tsx'
import { Callout } from './prose.tsx'
import { ReadingTime } from './reading-time.tsx'

export interface ArticleSection {
  /** Stands in the address of the section. */
  readonly id: string
  readonly title: string
  readonly Content: ComponentType
}

interface ArticleProps {
  readonly guide: Guide
  /** What comes before the first heading. */
  readonly Opening: ComponentType
  readonly sections: readonly ArticleSection[]
}

export function Article({ guide, Opening, sections }: ArticleProps) {
  useReadingFromSection()
  return (
    <div className="mx-auto max-w-[44.125rem] lg:grid lg:max-w-none lg:grid-cols-[minmax(0,44.125rem)_14rem] lg:grid-rows-[auto_1fr] lg:justify-center lg:gap-x-10">
      <Head guide={guide} />
      <Contents sections={sections} />
      <div>
        <article className="mt-6 md:rounded-card md:border md:border-line md:bg-surface md:px-12 md:pt-6 md:pb-12 md:shadow-card">
          <div className={proseLook}>
            <Opening />
          </div>
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
          <div className="mt-10 max-w-[38rem]">
            <NotAdvice />
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

function Section({ section: { id, title, Content } }: { section: ArticleSection }) {
  return (
    <section aria-labelledby={id} className={`mt-10 md:mt-12 ${proseLook}`}>
      <h2
        id={id}
        tabIndex={-1}
        className="scroll-mt-6 text-20 font-semibold tracking-tight outline-none md:text-24"
      >
        {title}
      </h2>
      <Content />
    </section>
  )
}

/** Sections are written in plain paragraphs and lists; what they look like is said here, once. */
const proseLook =
  'max-w-[38rem] text-16 leading-7 [&>ol]:mt-4 [&>ol]:list-decimal [&>ol]:pl-6 [&>p]:mt-4 [&>ul]:mt-4 [&>ul]:list-disc [&>ul]:pl-6 [&_li]:mt-2 [&_li]:pl-1 [&_li]:marker:text-muted'

function NotAdvice() {
  return (
    <Callout icon="shield" title="Not investment advice">
      This guide teaches how things work. It is not investment advice and knows nothing about your
      situation. Tengrand’s money is virtual; with real money, ask somebody qualified.
    </Callout>
  )
}

/** An address can name a section: the page was not there yet when the browser looked for it, so it is looked for here. */
function useReadingFromSection() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '') return
    const heading = document.getElementById(hash.slice(1))
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [hash])
}
