// How the web app is built and how it is served while it is being worked on.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compress } from './build/compress.ts'
import { completePage } from './build/page.ts'

const server = `http://localhost:${process.env['PORT'] || 3000}`
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), completePage(), compress()],
  server: {
    // As patterns, because a plain '/api' would also take our own api.ts away.
    proxy: {
      '^/(?:api|auth|identity)/': server,
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
              test: /rolldown.runtime|node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
            },
          ],
        },
      },
    },
  },
})
