// The types of Lighthouse that the tests use, so that type checks work without the package.
declare module 'lighthouse' {
  interface Audit {
    readonly id: string
    readonly title: string
    readonly score: number | null
    readonly errorMessage?: string
    readonly explanation?: string
    readonly details?: { readonly items?: readonly unknown[] }
  }

  interface Category {
    readonly id: string
    readonly score: number | null
    readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
  }

  export interface Result {
    readonly categories: Readonly<Record<string, Category>>
    readonly audits: Readonly<Record<string, Audit>>
    readonly runWarnings: string[]
  }

  export const desktopConfig: object

  /** Without a Puppeteer page, Lighthouse opens a tab of its own in the browser at the port. */
  export function navigation(
    page: undefined,
    visit: () => Promise<void>,
    options: { readonly flags: object; readonly config?: object },
  ): Promise<{ readonly lhr: Result } | undefined>
}
