// The configuration of Vite: the build of the web app and its development server.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { chunkName } from './build/chunks.ts'
import { compress } from './build/compress.ts'
import { noCycles } from './build/no-cycles.ts'
import { completePage } from './build/page.ts'
import { plainImports } from './build/plain-imports.ts'

// The proxy passes on the Host header: the server refuses a sign-in from a page of another host.
const server = {
  target: `http://localhost:${process.env['PORT'] || 3000}`,
  changeOrigin: false,
}
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), completePage(), plainImports(), noCycles(), compress()],
  server: {
    // Patterns, because the plain prefix /api would also match the source files in web/api.
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
    // The content security policy allows data: addresses for images alone.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Brotli at its highest quality is slow on purpose.
      checks: { bundlerTimings: false },
      output: {
        // React in a chunk of its own stays in browsers' caches when our code changes.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /rolldown.runtime|node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
            },
            // The named chunks hold the imports of their modules already.
            { name: chunkName, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
