// The types of Puppeteer that the tests use, so that type checks work without the package.
declare module 'puppeteer-core' {
  /** Waits until the element is visible, enabled and has stopped moving. */
  interface Locator {
    click(options?: { readonly count: number }): Promise<void>
    fill(value: string): Promise<void>
    wait(): Promise<void>
  }

  export interface Page {
    goto(url: string): Promise<unknown>
    url(): string
    readonly keyboard: { readonly type: (text: string) => Promise<void> }
    locator(selector: string): Locator
    setViewport(size: { readonly width: number; readonly height: number }): Promise<void>
    /** Firefox draws nothing in a tab behind another one. */
    bringToFront(): Promise<void>
    browser(): Browser
    $$(selector: string): Promise<readonly unknown[]>
    evaluate<T, Given>(run: (given: Given) => T, given: Given): Promise<Awaited<T>>
    $eval<T>(selector: string, read: (element: Element) => T): Promise<T>
    $$eval<T>(selector: string, read: (elements: Element[]) => T): Promise<T>
    on(
      event: 'console',
      heard: (message: { readonly type: () => string; readonly text: () => string }) => void,
    ): void
    on(event: 'pageerror', heard: (error: Error) => void): void
    on(
      event: 'response',
      heard: (answer: { readonly status: () => number; readonly url: () => string }) => void,
    ): void
  }

  interface Browser {
    newPage(): Promise<Page>
    createBrowserContext(): Promise<Pick<Browser, 'newPage' | 'close'>>
    close(): Promise<void>
  }

  export function launch(options: {
    readonly browser: 'firefox'
    readonly executablePath: string
    readonly defaultViewport: { readonly width: number; readonly height: number }
    readonly extraPrefsFirefox: Readonly<Record<string, unknown>>
  }): Promise<Browser>
}
