import { beforeEach, expect, test, vi } from 'vitest'
import { fingerprint, recallCode, rememberCode, secondsLeft } from './code-record.ts'

const NOW = 1_800_000_000_000
const record = { nonce: 'n1', askedAt: NOW, resendAt: NOW + 60_000 }
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

test('a receiver finds its own record, however it is written', () => {
  rememberCode('login', 'Maker@Kerf.example', record)
  expect(recallCode('login', ' maker@kerf.example', NOW)).toEqual(record)
  expect(recallCode('login', 'other@kerf.example', NOW)).toBeUndefined()
  expect(recallCode('register', 'maker@kerf.example', NOW)).toBeUndefined()
})

test('with nothing typed, as after a reload, the last record of the scene counts', () => {
  rememberCode('findpwd', 'a@kerf.example', record)
  rememberCode('findpwd', 'b@kerf.example', { ...record, nonce: 'n2' })
  expect(recallCode('findpwd', '', NOW)?.nonce).toBe('n2')
})

test('the address is nowhere in the storage', () => {
  rememberCode('login', 'maker@kerf.example', record)
  expect(JSON.stringify([...stored])).not.toMatch(/maker|kerf\.example/)
})

test('a record ends with its nonce, and when the clock was set back', () => {
  rememberCode('login', 'a@kerf.example', record)
  expect(recallCode('login', 'a@kerf.example', NOW + 599_999)).toEqual(record)
  expect(recallCode('login', 'a@kerf.example', NOW + 600_000)).toBeUndefined()
  expect(recallCode('login', 'a@kerf.example', NOW - 1)).toBeUndefined()
})

test('where storage is forbidden the page itself remembers', () => {
  vi.stubGlobal('sessionStorage', undefined)
  rememberCode('bind', 'a@kerf.example', record)
  expect(recallCode('bind', 'a@kerf.example', NOW)).toEqual(record)
})

test('the wait is counted in whole seconds and never grows with a wrong clock', () => {
  expect(secondsLeft(undefined, NOW)).toBe(0)
  expect(secondsLeft(record, NOW)).toBe(60)
  expect(secondsLeft(record, NOW + 59_001)).toBe(1)
  expect(secondsLeft(record, NOW + 60_000)).toBe(0)
  expect(secondsLeft({ ...record, resendAt: NOW * 2 }, NOW)).toBe(600)
})

test('fingerprints differ for near addresses', () => {
  const marks = ['a@x.io', 'b@x.io', 'a@y.io', 'aa@x.io', ''].map(fingerprint)
  expect(new Set(marks).size).toBe(marks.length)
})
