// How the web app is built and how it is served while it is being worked on.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compress } from './build/compress.ts'
import { noCycles } from './build/no-cycles.ts'
import { noSummaries } from './build/no-summaries.ts'
import { completePage } from './build/page.ts'
import { plainImports } from './build/plain-imports.ts'

// With the host that the browser asked for: the server takes no sign-in from a page of another.
const server = {
  target: `http://localhost:${process.env['PORT'] || 3000}`,
  changeOrigin: false,
}
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    completePage(),
    plainImports(),
    noSummaries(),
    noCycles(),
    compress(),
  ],
  server: {
    // As patterns, because a plain name would also take the files of our own api/ away.
    proxy: {
      '^/api/(?!.*\\.tsx?(?:\\?|$))': server,
      '^/identity/': server,
      '^/(?:config\\.json|healthz|readyz)$': server,
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The oldest browsers that know light-dark().
    target: browsers,
    cssTarget: browsers,
    // build/page.ts preloads what the first page needs, without a script for it in every download.
    modulePreload: false,
    // The content security policy lets nothing load from data: addresses but images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Compressing as far as it goes takes its time, and is meant to.
      checks: { bundlerTimings: false },
      output: {
        // What changes only with a new version of React stays in browsers' caches when our own code changes.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /rolldown.runtime|node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
            },
            // What every query needs of the library; mutations and pages of answers come with those who use them.
            {
              name: 'query',
              test: /@tanstack[\\/].*[\\/](?!.*(?:[mM]utationObserver|useMutation|[iI]nfinite))\w+\.js$/,
            },
            // Every call needs these.
            {
              name: 'client',
              test: anyOf('contract/(call|config)', 'web/api/client', 'node_modules/zod/.*'),
              includeDependenciesRecursively: false,
            },
            // The entry and what is small and needed by nearly every page: one file is smaller than one for each.
            {
              name: 'index',
              test: anyOf(
                'core/contest',
                'web/app/(app|guards|pages|routes)',
                'vite/preload-helper',
                'web/(index|main|styles/styles)',
                'web/market/market-context',
                'web/portfolio/scope',
                'contract/failure-sentences',
                'web/api/(token-source|failure-sentences|problem)',
                'web/browser/(?!lazy-part|use-log-error)[\\w-]+',
                'web/session/(?!firebase|google-popup|learner-|sentences)[\\w-]+',
                'web/ui/(button|card|error-boundary|front|icons|logo|notice|page-heading|page-loading|skeleton-rows|tip)',
              ),
              includeDependenciesRecursively: false,
            },
            // The same for the forms with which people show who they are.
            {
              name: 'forms',
              test: anyOf(
                'contract/identity-sentences',
                'web/session/sentences',
                'web/sign-in/(attempt|field|forgot-form|form|frame|password-fields)',
              ),
              includeDependenciesRecursively: false,
            },
            // The same for the pages behind the sign-in. What they need of libraries is not for this file.
            {
              name: 'inside',
              test: anyOf(
                'contract/(market|portfolio|wire)',
                'core/(day|ledger|money|order|tickers|valuation)',
                'web/api/queries',
                'web/session/learner-query',
                'web/browser/lazy-part',
                'web/market/market-link',
                'web/portfolio/(chapter-news|queries|starting-cash|today)',
                'web/ui/(explained|flash|glossary|money|more-link|query-view|ranges|select)',
              ),
              includeDependenciesRecursively: false,
            },
            // The same for what the page of a stock shares with small parts of others.
            {
              name: 'trade',
              test: anyOf(
                'web/api/idempotent',
                'web/market/prices',
                'web/session/learner-mutation',
              ),
              includeDependenciesRecursively: false,
            },
            // The same for what few people need, who have started over.
            {
              name: 'chapters',
              test: anyOf('web/portfolio/(chapters|earlier-link)'),
              includeDependenciesRecursively: false,
            },
            // The same for the pages on which prices move.
            {
              name: 'live',
              test: anyOf(
                'web/portfolio/(live-portfolio|traded-before)',
                'web/orders/lazy-orders-if-any',
                'web/ui/moving',
                'web/market/quotes/(board|browser|feed|live-mark|quotes|shared-stream|stream|tabs|today-change|use-quote|wire)',
              ),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})

/** Modules by their paths in the project. */
function anyOf(...paths: string[]): RegExp {
  const pattern = paths.join('|').replaceAll('/', '[\\\\/]')
  return new RegExp(`[\\\\/\\0](${pattern})\\.(?:tsx?|js|html|css)$`)
}
