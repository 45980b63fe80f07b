/** Certificates as verifiable credentials: Open Badges 3.0, signed as a JSON Web Token. */

import { createPublicKey, verify } from 'node:crypto'
import {
  getCertificateCredential,
  getCertificateStatus,
  issueCertificate,
} from '@kerf/contract/endpoints/certificate'
import { setOtherInfo } from '@kerf/contract/endpoints/profile'
import { Ajv2019 } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { addCredentialKey } from '../../src/entitlements/index.ts'
import { eraseAccount } from '../../src/identity/index.ts'
import { loadKeys } from '../../src/platform/keys/keys.ts'
import { useTestServer } from '../support/test-server.ts'
import { useDatabase } from '../support/use-database.ts'
import { CREDENTIAL_SCHEMA } from './credential-schema.ts'
import { type Learner, newLearner, watchCourse, writeCourses } from './helpers.ts'

const folder = writeCourses()
const server = await useTestServer({ env: { COURSES_FOLDER: folder } })
const db = await useDatabase(server.databaseUrl)

async function holder(nickname: string): Promise<Learner & { number: string }> {
  const learner = await newLearner(server)
  await server.call(setOtherInfo, { nickname }, learner)
  await watchCourse(server, learner)
  const { certId } = (await server.call(getCertificateStatus, undefined, learner)).data
  const { number } = (await server.call(issueCertificate, { certId }, learner)).data
  return { ...learner, number }
}

const load = async (url: string) => {
  const response = await fetch(url)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

/** Verifies as the specification tells, with Node's own cryptography: the product signs with another library. */
async function verifyCredential(jwt: string) {
  const [header, payload, signature = ''] = jwt.split('.')
  const { alg, kid, typ } = decode(header)
  expect({ alg, typ }).toEqual({ alg: 'ES256', typ: 'JWT' })
  const { body: jwk } = await load(kid)
  expect(jwk).not.toHaveProperty('d')
  expect(jwk.kid).toBe(kid)
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const bytes = Buffer.from(`${header}.${payload}`)
  const valid = verify(
    'sha256',
    bytes,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return { valid, kid: kid as string, credential: decode(payload) }
}

async function credentialFor(learner: Learner): Promise<string> {
  const { code, data } = await server.call(getCertificateCredential, {}, learner)
  expect(code).toBe(0)
  return data.credential
}

test('signs a credential that follows the schema and can be verified with the published key', async () => {
  const learner = await holder('王小明')
  const jwt = await credentialFor(learner)
  const { valid, credential } = await verifyCredential(jwt)
  expect(valid).toBe(true)

  const ajv = new Ajv2019({ allErrors: true, strict: false })
  addFormats.default(ajv)
  ajv.validate(CREDENTIAL_SCHEMA, credential)
  expect(ajv.errors).toBeNull()
  // Section "Verify a Credential VC-JWT Signature": the claims equal the properties.
  const { iss, jti, sub, nbf, id, issuer, validFrom, credentialSubject } = credential
  expect(iss).toBe(issuer.id)
  expect(jti).toBe(id)
  expect(sub).toBe(credentialSubject.id)
  expect(new Date(nbf * 1000)).toEqual(new Date(validFrom))
  expect(new URL(id).pathname).toBe(`/en/certificate/${learner.number}`)
  expect(credentialSubject.identifier[0]).toMatchObject({ identityHash: '王小明', identityType: 'name' })
  expect(jwt).not.toContain(learner.uid)
  expect(JSON.stringify(credential)).not.toContain(learner.email)

  const [header, payload = '', signature] = jwt.split('.')
  const changed = Buffer.from(JSON.stringify({ ...credential, name: 'Other' })).toString('base64url')
  expect(changed).not.toBe(payload)
  expect((await verifyCredential(`${header}.${changed}.${signature}`)).valid).toBe(false)
})

test('a verifier that knows only the published key set accepts the credential, and no other', async () => {
  const learner = await holder('Ada')
  const jwt = await credentialFor(learner)
  const base = `${server.url}/.well-known/open-badges`
  const published = createRemoteJWKSet(new URL(`${base}/jwks.json`))
  const issuer: string = (await load(`${base}/issuer.json`)).body.id
  const options = { algorithms: ['ES256'], issuer }
  const { payload, protectedHeader } = await jwtVerify(jwt, published, options)
  expect(new URL(payload.jti ?? '').pathname).toBe(`/en/certificate/${learner.number}`)
  const keys = issuer.replace('issuer.json', 'keys/')
  expect(protectedHeader.kid).toContain(keys)

  const [header = '', body = '', signature = ''] = jwt.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forgeries = [
    [header, encode({ ...payload, name: 'Other' }), signature],
    [encode({ ...protectedHeader, alg: 'none' }), body, ''],
    [encode({ ...protectedHeader, kid: `${keys}none.json` }), body, signature],
  ]
  for (const parts of forgeries)
    await expect(jwtVerify(parts.join('.'), published, options)).rejects.toThrow()
})

test('publishes the issuer and the achievement that the credential names', async () => {
  const { credential } = await verifyCredential(await credentialFor(await holder('Ada')))
  expect((await load(credential.issuer.id)).body).toEqual(credential.issuer)
  expect((await load(credential.credentialSubject.achievement.id)).body).toEqual(
    credential.credentialSubject.achievement,
  )
  expect((await fetch(`${server.url}/.well-known/open-badges/achievements/lathe.json`)).status).toBe(404)
  expect((await fetch(`${server.url}/.well-known/open-badges/keys/none.json`)).status).toBe(404)
})

test('lists a revoked certificate, also after the deletion of its account, and signs no credential for it', async () => {
  const learner = await holder('Ada')
  const { credential } = await verifyCredential(await credentialFor(learner))
  const listed = async () => (await load(credential.credentialStatus.id)).body.revokedCredential
  expect(await listed()).not.toContainEqual({ id: credential.id, revoked: true })
  await server.sql('update certificate set revoked_at = now() where number = $1', learner.number)
  expect(await listed()).toContainEqual({ id: credential.id, revoked: true })
  expect((await server.call(getCertificateCredential, {}, learner)).code).toBe(20503)

  await db.transaction(tx => eraseAccount(tx, learner.uid))
  expect(await listed()).toContainEqual({ id: credential.id, revoked: true })
})

test('a new key is published before it signs; what the old key signed stays valid', async () => {
  const learner = await holder('Ada')
  const before = await credentialFor(learner)
  const { kid: oldKid } = await verifyCredential(before)
  const keys = await loadKeys(db, Buffer.from(server.env.KERF_MASTER_KEY ?? '', 'base64url'))
  const { kid: added } = await addCredentialKey(db, keys.wrapping, 3600)
  const published = (await load(`${server.url}/.well-known/open-badges/jwks.json`)).body.keys
  expect(published.map(({ kid }: { kid: string }) => kid)).toContainEqual(expect.stringContaining(added))
  expect((await verifyCredential(await credentialFor(learner))).kid).toBe(oldKid)
  await server.sql(`update credential_key set signs_from = now() where kid = $1`, added)
  const after = await verifyCredential(await credentialFor(learner))
  expect(after).toMatchObject({ valid: true, kid: expect.stringContaining(added) })
  expect((await verifyCredential(before)).valid).toBe(true)
  await server.sql(`update credential_key set withdrawn_at = now() where kid = $1`, added)
  expect((await fetch(after.kid)).status).toBe(404)
  expect((await verifyCredential(await credentialFor(learner))).kid).toBe(oldKid)
})
