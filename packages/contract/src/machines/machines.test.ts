import { expect, test } from 'vitest'
import { ENDPOINTS } from '../endpoints/all-endpoints.ts'

/** What the calls of machines do: rights, names and offers. Each new word is compared with the promise first (S-168). */
const WORDS = [
  'accept',
  'approve',
  'claim',
  'describe',
  'give',
  'invitations',
  'limit',
  'lost',
  'offers',
  'pass',
  'people',
  'release',
  'request',
  'start',
  'transfer',
]

test('no call of the portal stops, locks or drives a machine', () => {
  const paths = Object.values(ENDPOINTS)
    .map(({ path }) => path)
    .filter(path => path.startsWith('/v1/machines'))
  expect(paths.length).toBeGreaterThan(10)
  const words = paths.flatMap(path => path.split('/').slice(3)).filter(word => !word.startsWith(':'))
  expect([...new Set(words)].filter(word => !WORDS.includes(word))).toEqual([])
})
