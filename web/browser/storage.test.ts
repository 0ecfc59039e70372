// Tests the items of the browser's storage where it is full or blocked.
import { expect, test, vi } from 'vitest'

import { loadItem, saveItem } from './storage.ts'

const fail = () => {
  throw new DOMException('No.', 'QuotaExceededError')
}

test('an item that a full storage refuses is kept while the page is open, and its old text is gone', () => {
  saveItem('localStorage', 'name', 'old')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fail)
  saveItem('localStorage', 'name', 'new')
  expect(loadItem('localStorage', 'name')).toBe('new')
  expect(localStorage.getItem('name')).toBeNull()
  vi.restoreAllMocks()
  saveItem('localStorage', 'name', 'newest')
  expect(localStorage.getItem('name')).toBe('newest')
})

test('an item of a blocked storage is kept while the page is open', () => {
  for (const method of ['setItem', 'getItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(fail)
  }
  saveItem('localStorage', 'blocked', 'text')
  expect(loadItem('localStorage', 'blocked')).toBe('text')
  saveItem('localStorage', 'blocked', null)
  expect(loadItem('localStorage', 'blocked')).toBeNull()
})
