// The front page: what Tengrand is, and the way in. The form to sign in takes the left side as soon as there is one.
import { Link } from 'react-router'

import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Example } from './example.tsx'
import { Tiles } from './tiles.tsx'

export default function SignInPage() {
  return (
    <main className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex flex-col px-6 pt-8 pb-14 lg:px-12">
        <div className="mx-auto w-full max-w-lg lg:max-w-none">
          <Logo size="large" />
        </div>
        <div className="mx-auto flex w-full max-w-lg flex-1 flex-col justify-center pt-14 lg:max-w-96 lg:pb-14">
          <PageHeading
            title="Stock Market Simulator"
            className="text-30 font-semibold tracking-tight"
          >
            Practice investing with ten grand
          </PageHeading>
          <p className="mt-4 text-16 text-muted">
            Every learner starts with $10,000 in virtual cash. Buy and sell well-known stocks, see
            where your choices lead, and find out how you compare.
          </p>
          <Link to="/dashboard" className={`mt-8 ${buttonClass('primary')}`}>
            Look around
          </Link>
          <p className="mt-4 text-muted">
            Accounts open soon. Until then you can look around without one.
          </p>
        </div>
      </div>
      <div className="flex flex-col justify-center border-line bg-surface px-6 py-14 max-lg:border-t lg:border-l lg:px-12">
        <div className="mx-auto w-full max-w-lg">
          <Example />
          <Tiles />
        </div>
      </div>
    </main>
  )
}
