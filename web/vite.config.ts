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
    // As patterns, because plain names would also take our own api.ts and the files of our own identity/ away.
    proxy: {
      '^/api/': server,
      '^/identity/(?!.*\\.ts(?:\\?|$))': server,
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
            // Small and needed by nearly every page: one file is smaller than one for each.
            {
              name: 'small',
              test: anyOf(
                'core/contest',
                'web/ui/(button|front|logo|notice|page-heading|skeleton-rows|tip)',
                'web/(bearer|connection-state|failure-sentences|link|price-source|session|small-print|visit)',
              ),
            },
            // The same for the forms with which people show who they are.
            {
              name: 'forms',
              test: anyOf(
                'contract/identity-sentences',
                'web/identity/sentences',
                'web/sign-in/(attempt|example|field|forgot-form|form|frame|password-fields|text-button|tiles|use-provider)',
              ),
              includeDependenciesRecursively: false,
            },
            // The same for the pages behind the sign-in. What they need of libraries is not for this file.
            {
              name: 'inside',
              test: anyOf(
                'contract/(account|api|contest|market|orders|portfolio|waitlist|wire)',
                'core/(day|ledger|money|order|tickers|valuation)',
                'web/(chapter-news|lazy-part|learner-queries|queries|send-once|starting-cash|today)',
                'web/ui/(explained|flash|glossary|last-move|market-link|money|more-link|query-view|ranges|select|type-badge)',
              ),
              includeDependenciesRecursively: false,
            },
            // The same for what few people need, who have started over.
            {
              name: 'chapters',
              test: anyOf('web/(chapters|earlier-link)'),
              includeDependenciesRecursively: false,
            },
            // The same for the pages on which prices move.
            {
              name: 'live',
              test: anyOf(
                'web/(live-portfolio|orders-if-any|traded-before)',
                'web/ui/moving',
                'web/quotes/(board|browser|feed|live-mark|polling|quotes|shared-stream|stream|tabs|today-change|use-quote|wire)',
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
  return new RegExp(`[\\\\/](${pattern})\\.tsx?$`)
}
