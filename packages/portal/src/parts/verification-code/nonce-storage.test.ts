import { beforeEach, expect, test, vi } from 'vitest'
import { findNonce, fingerprint, secondsLeft, storeNonce } from './nonce-storage.ts'

const NOW = 1_800_000_000_000
const record = { nonce: 'n1', requestedAt: NOW, resendAt: NOW + 60_000 }
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

test('finds the record of a receiver regardless of case and surrounding spaces', () => {
  storeNonce('login', 'Maker@Kerf.example', record)
  expect(findNonce('login', ' maker@kerf.example', NOW)).toEqual(record)
  expect(findNonce('login', 'other@kerf.example', NOW)).toBeUndefined()
  expect(findNonce('register', 'maker@kerf.example', NOW)).toBeUndefined()
})

test('returns the latest record of the scene while the receiver is empty, as after a reload', () => {
  storeNonce('findpwd', 'a@kerf.example', record)
  storeNonce('findpwd', 'b@kerf.example', { ...record, nonce: 'n2' })
  expect(findNonce('findpwd', '', NOW)?.nonce).toBe('n2')
})

test('does not store the address', () => {
  storeNonce('login', 'maker@kerf.example', record)
  expect(JSON.stringify([...stored])).not.toMatch(/maker|kerf\.example/)
})

test('ignores a record whose nonce has expired or whose time is in the future', () => {
  storeNonce('login', 'a@kerf.example', record)
  expect(findNonce('login', 'a@kerf.example', NOW + 599_999)).toEqual(record)
  expect(findNonce('login', 'a@kerf.example', NOW + 600_000)).toBeUndefined()
  expect(findNonce('login', 'a@kerf.example', NOW - 1)).toBeUndefined()
})

test('falls back to memory where storage is blocked', () => {
  vi.stubGlobal('sessionStorage', undefined)
  storeNonce('bind', 'a@kerf.example', record)
  expect(findNonce('bind', 'a@kerf.example', NOW)).toEqual(record)
})

test('counts whole seconds and caps the wait if the clock is wrong', () => {
  expect(secondsLeft(undefined, NOW)).toBe(0)
  expect(secondsLeft(record, NOW)).toBe(60)
  expect(secondsLeft(record, NOW + 59_001)).toBe(1)
  expect(secondsLeft(record, NOW + 60_000)).toBe(0)
  expect(secondsLeft({ ...record, resendAt: NOW * 2 }, NOW)).toBe(600)
})

test('similar addresses have different fingerprints', () => {
  const marks = ['a@x.io', 'b@x.io', 'a@y.io', 'aa@x.io', ''].map(fingerprint)
  expect(new Set(marks).size).toBe(marks.length)
})
