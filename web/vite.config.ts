// How the web app is built and how it is served while it is being worked on.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { chunkName } from './build/chunks.ts'
import { compress } from './build/compress.ts'
import { noCycles } from './build/no-cycles.ts'
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
  plugins: [react(), tailwindcss(), completePage(), plainImports(), noCycles(), compress()],
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
            // Each name is a set of modules that holds its own imports, so that none has to be pulled in.
            { name: chunkName, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
