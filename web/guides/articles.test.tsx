// Tests the three guides: their reading time, their order, their links, and the descriptions of their figures.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'

import { routes } from '../app/routes.ts'
import { matchPath } from '../browser/router.tsx'
import { SignedIn } from '../testing/learner.tsx'
import { MemoryRouter } from '../testing/memory-router.tsx'
import { glossary } from '../ui/glossary.tsx'
import BasicsPage from './basics-page.tsx'
import { basics, platform, strategies } from './guides.tsx'
import PlatformPage from './platform-page.tsx'
import StrategiesPage from './strategies-page.tsx'

const articles = [
  { guide: basics, Page: BasicsPage, figures: 3 },
  { guide: strategies, Page: StrategiesPage, figures: 3 },
  { guide: platform, Page: PlatformPage, figures: 2 },
]

/** Waits for lazy sections, which load after their page. */
async function open(Page: () => ReactNode): Promise<void> {
  render(
    <MemoryRouter>
      <SignedIn>
        <Page />
      </SignedIn>
    </MemoryRouter>,
  )
  await waitFor(() => expect(screen.queryAllByText('Loading this section...')).toEqual([]))
}

const wordsPerMinute = 200

const at = (target: string) => ({
  pathname: new URL(target, window.location.origin).pathname,
  search: '',
  hash: '',
  state: null,
  key: '',
})

/** Counts the words of the text. Separates adjacent blocks with a space, and leaves out drawings. */
function countWords(element: Element): number {
  const copy = element.cloneNode(true) as Element
  for (const drawing of copy.querySelectorAll('svg')) drawing.remove()
  for (const part of copy.querySelectorAll('*')) {
    if (!['A', 'STRONG'].includes(part.tagName)) part.append(' ')
  }
  return copy.textContent.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

describe.each(articles)('$guide.title', ({ guide, Page, figures }) => {
  test(`takes at most its ${guide.minutes} minutes to read, and says so`, async () => {
    await open(Page)
    const minutes = countWords(screen.getByRole('article')) / wordsPerMinute
    expect(minutes).toBeLessThanOrEqual(guide.minutes)
    expect(screen.getByText(`${guide.minutes} min read`)).toBeTruthy()
    expect(screen.getByText(guide.level)).toBeTruthy()
  })

  test('has one title, and under it sections that a list leads to', async () => {
    await open(Page)
    const levels = screen.getAllByRole('heading').map(({ tagName }) => tagName)
    expect(levels[0]).toBe('H1')
    expect(new Set(levels.slice(1))).toEqual(new Set(['H2']))
    const sections = screen.getAllByRole('heading', { level: 2 })
    const [list] = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole(
      'list',
    )
    const links = within(list ?? document.body).getAllByRole('link')
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual(
      sections.map(({ id, textContent }) => [`#${id}`, textContent]),
    )
  })

  test('has links that lead to pages and sections that exist', async () => {
    await open(Page)
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    const lost = targets.filter((target) =>
      target.startsWith('#')
        ? document.getElementById(target.slice(1)) === null
        : !routes.some(({ path }) => matchPath(path, at(target)) !== null),
    )
    expect(lost).toEqual([])
    expect(targets.filter((target) => target.startsWith('/')).length).toBeGreaterThan(4)
  })

  test('leads to the other guides and back to the list', async () => {
    await open(Page)
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    const others = articles
      .map((article) => article.guide.path)
      .filter((path) => path !== guide.path)
    expect(targets).toEqual(expect.arrayContaining([...others, '/getting-started']))
  })

  test('has one link to try it now', async () => {
    await open(Page)
    expect(screen.getAllByRole('link', { name: 'Try it now' })).toHaveLength(1)
  })

  test('marks the section that is read in its list', async () => {
    await open(Page)
    const headings = screen.getAllByRole('heading', { level: 2 })
    const marked = () =>
      screen
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'location')
        .map((link) => link.textContent)
    const scrollTo = (section: number) => {
      for (const [index, heading] of headings.entries())
        vi.spyOn(heading, 'getBoundingClientRect').mockReturnValue(
          new DOMRect(0, (index - section) * window.innerHeight + 1),
        )
      fireEvent.scroll(window)
    }
    for (const section of [0, 2, 1]) {
      scrollTo(section)
      const title = headings[section]?.textContent
      expect(new Set(marked())).toEqual(new Set([title]))
    }
    scrollTo(-1)
    expect(marked()).toEqual([])
  })

  test('says that it is not investment advice', async () => {
    await open(Page)
    expect(screen.getByText('Not investment advice')).toBeTruthy()
    expect(screen.getByText(/It is not investment advice/)).toBeTruthy()
  })

  test('has figures with a name, a description and words of their own', async () => {
    await open(Page)
    const drawings = screen.getAllByRole('img')
    expect(drawings).toHaveLength(figures)
    for (const drawing of drawings) {
      const name = document.getElementById(drawing.getAttribute('aria-labelledby') ?? '')
      const description = document.getElementById(drawing.getAttribute('aria-describedby') ?? '')
      expect(name?.textContent).not.toBe('')
      expect(description?.textContent.length).toBeGreaterThan(40)
      expect(drawing.querySelectorAll('text').length).toBeGreaterThan(3)
      expect(drawing.closest('figure')?.querySelector('figcaption')?.textContent).not.toBe('')
    }
  })
})

test('the guides explain every word as the screens do', async () => {
  for (const { Page } of articles) await open(Page)
  const said = document.body.textContent
  expect(Object.values(glossary).filter((words) => !said.includes(words))).toEqual([])
})

test.each([
  { Page: BasicsPage, neighbors: [['Next Trading Strategies', strategies.path, 'next']] },
  {
    Page: StrategiesPage,
    neighbors: [
      ['Previous Investment Basics', basics.path, 'prev'],
      ['Next Using Tengrand', platform.path, 'next'],
    ],
  },
  {
    Page: PlatformPage,
    neighbors: [
      ['Previous Trading Strategies', strategies.path, 'prev'],
      ['Next Go to your dashboard', '/dashboard', 'next'],
    ],
  },
])('reading goes on from $Page.name', async ({ Page, neighbors }) => {
  await open(Page)
  const links = within(screen.getByRole('navigation', { name: 'More guides' })).getAllByRole('link')
  expect(
    links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
  ).toEqual(neighbors)
})
