/**
 * Passwords that everybody tries: the 10,000 most common ones exactly, and a public list of a million as hash prefixes.
 *
 * `common-passwords.bin` holds the first 40 bits of the SHA-256 of each password, sorted. The first 16 bits select a bucket,
 * whose position the index at the start of the file gives; the other 24 bits are stored. One lookup reads two positions and
 * some 14 prefixes. A password that is not on the list is taken for one once in about 1.2 million.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as v from 'valibot'

const BUCKETS = 1 << 16
const POSITION_BYTES = 4
const INDEX_BYTES = (BUCKETS + 1) * POSITION_BYTES
const PREFIX_BYTES = 3

const digest = (folded: string): Buffer => hash('sha256', folded, 'buffer')
const bucketOf = (digested: Buffer): number => digested.readUInt16BE(0)
const prefixOf = (digested: Buffer): number => digested.readUIntBE(2, PREFIX_BYTES)

/** Encodes folded passwords for `common-passwords.bin`. */
export function encodePasswords(folded: Iterable<string>): Buffer {
  const buckets = Array.from({ length: BUCKETS }, () => new Set<number>())
  for (const password of folded) {
    const digested = digest(password)
    buckets[bucketOf(digested)]?.add(prefixOf(digested))
  }
  const count = buckets.reduce((sum, { size }) => sum + size, 0)
  const encoded = Buffer.alloc(INDEX_BYTES + count * PREFIX_BYTES)
  let position = INDEX_BYTES
  buckets.forEach((prefixes, bucket) => {
    encoded.writeUInt32BE(position, bucket * POSITION_BYTES)
    for (const prefix of [...prefixes].sort((a, b) => a - b))
      position = encoded.writeUIntBE(prefix, position, PREFIX_BYTES)
  })
  encoded.writeUInt32BE(position, BUCKETS * POSITION_BYTES)
  return encoded
}

/** Whether a folded password is in an encoded list. */
export function includesPassword(encoded: Buffer, folded: string): boolean {
  const digested = digest(folded)
  const prefix = prefixOf(digested)
  const at = bucketOf(digested) * POSITION_BYTES
  const end = encoded.readUInt32BE(at + POSITION_BYTES)
  for (let position = encoded.readUInt32BE(at); position < end; position += PREFIX_BYTES)
    if (encoded.readUIntBE(position, PREFIX_BYTES) === prefix) return true
  return false
}

/** The 10,000 most common passwords of at least 6 characters, most common first. */
function readMostCommonPasswords(): readonly string[] {
  const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const passwords = v.parse(v.array(v.string()), JSON.parse(readFileSync(path, 'utf8')))
  return passwords.filter(({ length }) => length >= 6).slice(0, 10_000)
}

/** Both lists are read when the first new password is checked, so that an idle process does not hold them. */
let million: Buffer | undefined
let mostCommon: ReadonlySet<string> | undefined

/** Whether a folded password is one of the million, or of the 10,000. */
export function isCommonPassword(folded: string): boolean {
  million ??= readFileSync(new URL('./common-passwords.bin', import.meta.url))
  return isMostCommonPassword(folded) || includesPassword(million, folded)
}

/** Whether a folded password is one of the 10,000 most common ones. */
export function isMostCommonPassword(folded: string): boolean {
  mostCommon ??= new Set(readMostCommonPasswords())
  return mostCommon.has(folded)
}
