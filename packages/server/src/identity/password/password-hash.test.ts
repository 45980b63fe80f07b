import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { concurrentHashes } from './password-hash.ts'

test.each([
  [2, '2', 4],
  [8, '8', 10],
  // With more threads than cores the queued hashes would run; with fewer they would wait anyway.
  [2, '4', 2],
  [1, '2', 1],
  [8, undefined, 8],
])('%i cores and %s threads run and queue %i hashes', (cores, threads, most) => {
  expect(concurrentHashes(cores, threads)).toBe(most)
})

const PROGRAM = `
  import { hashPassword, isOutdatedHash, verifyPassword } from '${new URL('password-hash.ts', import.meta.url)}'
  const hash = await hashPassword('cut-along-42')
  const weaker = [hash.replace('m=19456', 'm=19455'), hash.replace('t=2', 't=1'), 'no hash']
  console.log(JSON.stringify({
    hash,
    outdated: [hash, ...weaker].map(isOutdatedHash),
    matches: [await verifyPassword(hash, 'cut-along-42'), await verifyPassword(hash, 'cut-along-43')],
  }))`

// In a process without vitest, whose configuration makes hashes cheap.
test('a hash has 19 MiB and 2 passes, and one with less of either is outdated', async () => {
  const args = ['--conditions=kerf-source', '--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { hash, outdated, matches } = JSON.parse(stdout)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(outdated).toEqual([false, true, true, true])
  expect(matches).toEqual([true, false])
})
