import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecretFiles } from './secret-files.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-secrets-'))
  writeFileSync(join(folder, 'token'), 'from-a-file\n')
  writeFileSync(join(folder, 'empty'), '\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('reads the secrets of files, and leaves other settings that end in _FILE alone', () => {
  const env: Record<string, string | undefined> = {
    METRICS_TOKEN_FILE: join(folder, 'token'),
    OAUTH_GOOGLE_SECRET_FILE: join(folder, 'token'),
    OAUTH_APPLE_KEY_FILE: '/etc/apple.p8',
    MAIL_URL_FILE: '',
  }
  readSecretFiles(env)
  expect(env).toEqual({
    METRICS_TOKEN: 'from-a-file',
    OAUTH_GOOGLE_SECRET: 'from-a-file',
    OAUTH_APPLE_KEY_FILE: '/etc/apple.p8',
  })
})

test('names every file that cannot be used', () => {
  const env = {
    MAIL_URL_FILE: join(folder, 'missing'),
    METRICS_TOKEN_FILE: join(folder, 'empty'),
    KERF_MASTER_KEY_FILE: join(folder, 'token'),
    KERF_MASTER_KEY: 'x',
  }
  expect(() => readSecretFiles(env)).toThrow(
    /MAIL_URL_FILE=.*cannot be read: ENOENT[\s\S]*METRICS_TOKEN_FILE=.*is empty[\s\S]*set KERF_MASTER_KEY or KERF_MASTER_KEY_FILE, not both/,
  )
})
