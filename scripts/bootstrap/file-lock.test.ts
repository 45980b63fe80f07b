import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFileLock } from './file-lock.mjs'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-lock-'))
  path = join(folder, 'a.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('runs one holder at a time and removes the lock afterwards', async () => {
  let inside = 0
  const work = async () => {
    inside += 1
    expect(inside).toBe(1)
    await sleep(20)
    inside -= 1
  }
  await Promise.all([withFileLock(path, '', work), withFileLock(path, '', work)])
  expect(existsSync(path)).toBe(false)
})

test('releases the lock when the work fails', async () => {
  await expect(withFileLock(path, '', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(path)).toBe(false)
})

test('takes over the lock of a killed process, of a reused pid and of an unreadable file', async () => {
  const module = new URL('./file-lock.mjs', import.meta.url).href
  const program = `const { withFileLock } = await import('${module}')
    await withFileLock(${JSON.stringify(path)}, '', () => { console.log('held'); return new Promise(() => setInterval(() => {}, 1000)) })`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(owner.stdout, 'data')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  expect(await withFileLock(path, '', async () => 'taken')).toBe('taken')
  writeFileSync(path, JSON.stringify({ owners: [{ pid: process.pid, start: '1' }] }))
  if (process.platform === 'linux') expect(await withFileLock(path, '', async () => 'taken')).toBe('taken')
  writeFileSync(path, '{')
  expect(await withFileLock(path, '', async () => 'taken')).toBe('taken')
})
