/**
 * The certificate of the https address in development, kept in DATA_DIR. It is no certificate authority: who trusts it
 * trusts this server at names of this computer only, even if its key leaks.
 */
import {
  createPrivateKey,
  generateKeyPair as generateKeyPairCallback,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { Config } from '../platform/config/config.ts'
import type { ServerCertificate } from '../web/https-server.ts'
import { DEMO_HOST, SECOND_HOST } from '../web/request/public-hosts.ts'

export interface LocalCertificate extends ServerCertificate {
  /** path of the certificate without its key */
  readonly file: string
  /** SHA-256 of the certificate, as browsers show it */
  readonly fingerprint: string
  readonly expiresAt: Date
}

const DAY_MS = DAY_SECONDS * 1_000
const VALID_DAYS = 90
/** At a start in the last days of its life the certificate is renewed. */
const RENEWAL_DAYS = 30
const RSA_BITS = 2_048

/** Browsers may ignore a wildcard directly below `localhost`, so the names in use are listed too. */
const NAMES = ['localhost', '*.localhost', SECOND_HOST, '*.kerf.localhost', DEMO_HOST, '127.0.0.1', '::1']

const generateKeyPair = promisify(generateKeyPairCallback)

/** Reads the certificate. Creates it if there is none, or if it ends soon, lacks a name or does not belong to the key. */
export async function prepareLocalCertificate({
  dataDir,
  publicUrl,
}: Pick<Config, 'dataDir' | 'publicUrl'>): Promise<LocalCertificate> {
  const folder = join(dataDir, 'https')
  const files = { key: join(folder, 'localhost.key'), cert: join(folder, 'localhost.crt') }
  const names = [...new Set([...NAMES, ...(publicUrl ? [publicUrl.hostname.replace(/^\[|\]$/g, '')] : [])])]
  let found = await readCertificate(files)
  if (!found || !isUsable(found, names)) {
    found = await createCertificate(names)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await replaceFile(files.key, found.key, 0o600)
    await replaceFile(files.cert, found.cert, 0o644)
  }
  // A copied DATA_DIR can have lost the mode.
  await chmod(files.key, 0o600)
  const { fingerprint256, validToDate } = new X509Certificate(found.cert)
  return { ...found, file: files.cert, fingerprint: fingerprint256, expiresAt: validToDate }
}

async function readCertificate(files: { key: string; cert: string }): Promise<ServerCertificate | undefined> {
  try {
    const [key, cert] = await Promise.all([readFile(files.key, 'utf8'), readFile(files.cert, 'utf8')])
    return { key, cert }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

function isUsable({ key, cert }: ServerCertificate, names: readonly string[]): boolean {
  try {
    const certificate = new X509Certificate(cert)
    const listed = (certificate.subjectAltName ?? '').split(', ')
    return (
      certificate.validFromDate.getTime() <= Date.now() &&
      certificate.validToDate.getTime() > Date.now() + RENEWAL_DAYS * DAY_MS &&
      names.every(name =>
        isIP(name) === 0 ? listed.includes(`DNS:${name}`) : certificate.checkIP(name) !== undefined,
      ) &&
      certificate.checkPrivateKey(createPrivateKey(key))
    )
  } catch {
    // A damaged file is replaced.
    return false
  }
}

async function createCertificate(names: readonly string[]): Promise<ServerCertificate> {
  const { default: forge } = await import('node-forge')
  const { privateKey: key, publicKey } = await generateKeyPair('rsa', {
    modulusLength: RSA_BITS,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  // The first bit is 0: a serial number is positive (RFC 5280, section 4.1.2.2).
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  // A clock that was set back by some minutes must not refuse the certificate.
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS)
  certificate.validity.notAfter = new Date(Date.now() + VALID_DAYS * DAY_MS)
  const subject = [{ name: 'commonName', value: 'Kerf Passport development' }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: names.map(name => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
    },
    { name: 'subjectKeyIdentifier' },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
  return { key, cert: forge.pki.certificateToPem(certificate) }
}

/** Readers see the old content or the new one, never a part. */
async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, text, { mode })
  await rename(draft, file)
}
