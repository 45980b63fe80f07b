import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { createAppleSecret } from './apple-secret.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-apple-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeKey(name: string, namedCurve: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
  const file = join(folder, name)
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return { file, publicKey }
}

test('signs a short-lived client secret as Apple describes it', async () => {
  const { file, publicKey } = writeKey('AuthKey.p8', 'prime256v1')
  const secret = await createAppleSecret(
    { file, keyId: 'ABC123DEFG', teamId: 'DEF123GHIJ' },
    'com.example.web',
  )()
  expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'ABC123DEFG' })
  const { payload } = await jwtVerify(secret, publicKey, {
    issuer: 'DEF123GHIJ',
    subject: 'com.example.web',
    audience: 'https://appleid.apple.com',
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
})

test('rejects a file that is not a key of Apple, without its content', () => {
  const other = writeKey('other.p8', 'secp384r1').file
  const text = join(folder, 'text.p8')
  writeFileSync(text, 'hidden')
  for (const file of [other, text, join(folder, 'none.p8')]) {
    const create = () => createAppleSecret({ file, keyId: 'A', teamId: 'B' }, 'c')
    expect(create).toThrow(`OAUTH_APPLE_KEY_FILE=${file} is not a key file (.p8) of Apple`)
    expect(create).not.toThrow('hidden')
  }
})
