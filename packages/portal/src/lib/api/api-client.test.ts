import { afterEach, expect, test, vi } from 'vitest'
import { findTimeZone } from './api-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('asks Temporal for the time zone', () => {
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Pacific/Chatham' } })
  expect(findTimeZone()).toBe('Pacific/Chatham')
})

test('asks Intl in a browser without Temporal', () => {
  vi.stubGlobal('Temporal', undefined)
  expect(findTimeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
