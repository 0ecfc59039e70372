// What is used of Lighthouse, so that types are checked where it is not installed.
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

  /** Without a page of Puppeteer's it opens a tab of its own, in the browser behind the port. */
  export function navigation(
    page: undefined,
    visit: () => Promise<void>,
    options: { readonly flags: object; readonly config?: object },
  ): Promise<{ readonly lhr: Result } | undefined>
}
