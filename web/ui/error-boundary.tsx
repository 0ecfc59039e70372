// An error boundary: shows an error page with a reload button in place of a page that failed to load or render.
import { Component, useLayoutEffect, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { replacePrerendered } from './prerendered-sign-in.ts'
import { Icon } from './icons.tsx'
import { PageHeading } from './page-heading.tsx'

interface ErrorBoundaryProps {
  /** A new value, such as another address, renders the children again. */
  readonly resetKey?: string
  /** Replaces the error page. */
  readonly failed?: ReactNode
  /** Rendered beside the error page, to recover from the error. */
  readonly recovery?: ReactNode
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly failed: boolean
  readonly resetKey: string | undefined
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError = (): Partial<ErrorBoundaryState> => ({ failed: true })

  static getDerivedStateFromProps = (
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null => (resetKey === state.resetKey ? null : { failed: false, resetKey })

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <>
        {this.props.failed ?? <Broken />}
        {this.props.recovery}
      </>
    )
  }
}

function Broken() {
  useLayoutEffect(replacePrerendered, [])
  return (
    <div className="mx-auto flex min-h-[70vh] w-full max-w-lg items-center p-4">
      <Card className="w-full">
        <div role="alert">
          <span className="mb-5 inline-flex size-11 items-center justify-center rounded-control bg-loss-soft text-loss">
            <Icon name="alert" />
          </span>
          <PageHeading title="Something went wrong" />
          <p className="mt-2 text-15 text-muted">
            This page couldn't be shown. Your money and your trades are safe. Reload the page. If
            that doesn't help, check your connection and try again in a moment.
          </p>
        </div>
        <Button className="mt-6" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      </Card>
    </div>
  )
}
