// Removes Vite's wrapper around import(), which loads the styles of a chunk: here no chunk has any.
import type { Plugin } from 'vite'

export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? 'export const __vitePreload = (importPage) => importPage()'
      : null,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
      if (styles.length > 1)
        throw new Error(`Nothing would load the styles in ${styles.join(', ')}`)
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk') part.code = withoutStyles(part.code)
      }
    },
  },
})

/** Removes the lists of styles and their uses. */
const withoutStyles = (code: string): string =>
  code.replace(/^const __vite__mapDeps=.*\n/, '').replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, '')
