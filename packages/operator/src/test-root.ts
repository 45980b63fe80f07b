/** Where the tests of the commands lie, and keys for their installations. */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
export const newKey = (): string => randomBytes(32).toString('base64url')
