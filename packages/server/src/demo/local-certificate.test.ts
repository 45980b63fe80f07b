import { X509Certificate } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareLocalCertificate } from './local-certificate.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kerf-certificate-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(dataDir, { recursive: true })
})

const DAY_MS = 86_400_000
const prepare = (publicUrl?: string) =>
  prepareLocalCertificate({ dataDir, publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl) })
const keyFile = (): string => join(dataDir, 'https/localhost.key')

test('creates a certificate for the names of this computer, with a key that only its owner reads', async () => {
  const { file, cert, key, fingerprint, expiresAt } = await prepare()
  const certificate = new X509Certificate(readFileSync(file))
  for (const name of ['localhost', 'passport.kerf.localhost', 'a.kerf.localhost'])
    expect(certificate.checkHost(name), name).toBeDefined()
  expect(certificate.checkHost('host.other.localhost')).toBeDefined()
  // OpenSSL, and so checkHost, ignores this one.
  expect(certificate.subjectAltName).toContain('DNS:*.localhost')
  for (const ip of ['127.0.0.1', '::1']) expect(certificate.checkIP(ip), ip).toBe(ip)
  expect(certificate.checkHost('passport.kerf.example')).toBeUndefined()
  expect(certificate.ca).toBe(false)
  expect(certificate.fingerprint256).toBe(fingerprint)
  expect(Math.round((expiresAt.getTime() - Date.now()) / DAY_MS)).toBe(90)
  expect(cert).not.toContain('PRIVATE')
  expect(readFileSync(keyFile(), 'utf8')).toBe(key)
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  expect(readdirSync(dirname(file)).sort()).toEqual(['localhost.crt', 'localhost.key'])
})

test('keeps the certificate, and mends the mode of its key', async () => {
  const first = await prepare()
  chmodSync(keyFile(), 0o644)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * DAY_MS })
  expect(await prepare()).toEqual(first)
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
})

test('renews the certificate 30 days before it ends, with a new key', async () => {
  const first = await prepare()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * DAY_MS })
  const second = await prepare()
  expect(second.fingerprint).not.toBe(first.fingerprint)
  expect(second.key).not.toBe(first.key)
  expect(second.expiresAt.getTime() - first.expiresAt.getTime()).toBeGreaterThan(60 * DAY_MS)
  expect(await prepare()).toEqual(second)
})

test.each([
  ['a damaged certificate', (file: string) => writeFileSync(file, 'damaged')],
  ['a damaged key', () => writeFileSync(keyFile(), 'damaged')],
  ['a missing key', () => rmSync(keyFile())],
])('replaces %s', async (_, damage) => {
  const { file, fingerprint } = await prepare()
  damage(file)
  const second = await prepare()
  expect(second.fingerprint).not.toBe(fingerprint)
  expect(new X509Certificate(second.cert).fingerprint256).toBe(second.fingerprint)
})

test('replaces a certificate that belongs to another key', async () => {
  const { fingerprint, key } = await prepare()
  rmSync(keyFile())
  const { file } = await prepare()
  writeFileSync(keyFile(), key)
  expect((await prepare()).fingerprint).not.toBe(fingerprint)
  expect(readFileSync(file, 'utf8')).toContain('BEGIN CERTIFICATE')
})

test.each([
  ['http://passport.dev.localhost:8080', 'passport.dev.localhost'],
  ['http://[fd00::7]:8080', 'fd00::7'],
])('replaces a certificate without the host of PUBLIC_URL %s', async (publicUrl, name) => {
  const { fingerprint } = await prepare()
  const second = await prepare(publicUrl)
  expect(second.fingerprint).not.toBe(fingerprint)
  expect(second.cert).toBe((await prepare(publicUrl)).cert)
  const certificate = new X509Certificate(second.cert)
  expect(certificate.checkHost(name) ?? certificate.checkIP(name)).toBeDefined()
})
