// What the screens before the sign-in stand in: the logo and a heading on one side, what Tengrand is on the other.
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
} from 'react'

import { takeOverFront } from '../ui/front.ts'
import { SmallPrint } from '../session/small-print.tsx'
import { Logo } from '../ui/logo.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Example } from './example.tsx'
import { Tiles } from './tiles.tsx'

interface FrameProps {
  /** What the browser's tab is called. */
  readonly title: string
  readonly heading: string
  /** Left out where the notice says everything. */
  readonly sentence?: string
  /** What is to be known first; it is read out with the heading. */
  readonly notice?: Pick<ComponentProps<typeof Notice>, 'tone' | 'children'> | undefined
  /** Until it is known how long the form is, nothing is shown that stands below it on a phone. */
  readonly isSettled?: boolean
  readonly children: ReactNode
}

export function Frame(props: FrameProps) {
  const { title, heading, sentence, notice, isSettled = true, children } = props
  const noticeId = useId()
  const column = useRef<HTMLDivElement>(null)
  const seen = useRef(heading)
  const next = notice ? 'h1' : 'input'

  useLayoutEffect(() => {
    if (isSettled) takeOverFront()
  }, [isSettled])

  // Whoever asks for another form wants to fill it in, unless there is news; whoever has just come may want to read.
  useEffect(() => {
    if (seen.current === heading) return
    seen.current = heading
    column.current?.querySelector<HTMLElement>(next)?.focus()
  }, [heading, next])

  return (
    <main className="grid min-h-dvh lg:grid-cols-2">
      <div className="px-6 pt-8 pb-10 lg:px-12 lg:pb-8">
        <div className="mx-auto w-full max-w-lg lg:max-w-none">
          <Logo size="large" />
        </div>
        {/* From a fixed height down, so that a longer form or an error does not move what is being read. */}
        <div ref={column} className="mx-auto w-full max-w-lg pt-12 lg:max-w-96 lg:pt-[12vh]">
          <PageHeading
            title={title}
            describedBy={notice && noticeId}
            className="text-30 font-semibold tracking-tight"
          >
            {heading}
          </PageHeading>
          {sentence && <p className="mt-2 text-16 text-muted">{sentence}</p>}
          <div className="mt-8 flex flex-col gap-4">
            {notice && <Notice {...notice} id={noticeId} />}
            {children}
          </div>
        </div>
      </div>
      <div
        className={`border-line bg-surface px-6 py-14 max-lg:border-t lg:border-l lg:px-12 lg:py-0 ${isSettled ? '' : 'max-lg:invisible'}`}
      >
        <div className="mx-auto w-full max-w-lg lg:sticky lg:top-0 lg:flex lg:min-h-dvh lg:flex-col lg:justify-center lg:py-8">
          <Example />
          <Tiles />
          <div className="mt-10 text-12 text-muted">
            <SmallPrint />
          </div>
        </div>
      </div>
    </main>
  )
}
