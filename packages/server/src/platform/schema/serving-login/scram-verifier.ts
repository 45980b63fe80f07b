/** Password verifier of PostgreSQL (RFC 5802, RFC 7677): statements carry it in place of the password, which stays out of logs. */
import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto'

const ITERATIONS = 4096
const SALT_BYTES = 16

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** `password`: ASCII, so that SASLprep leaves it as it is. */
export function createScramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const storedKey = hash('sha256', hmac(salted, 'Client Key'), 'base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
