/**
 * The file of a backup: a line that says what it is, then sealed parts, each with its length in front (32 bits, big endian).
 * A part is compressed and sealed under a key of the master key, bound to that line and to its place: without the key
 * nothing can be read, changed, left out or put in, and the last part says that it is the last.
 */
import { hash } from 'node:crypto'
import { deriveKey } from '../../platform/keys/secrets.ts'

export interface ArchiveHeader {
  readonly kerf: 'backup'
  readonly format: 1
  readonly id: string
  /** unix seconds */
  readonly at: number
}

/** A line of JSON that says what a part is, and its bytes. */
export interface ArchivePart {
  readonly head: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

/** The file is no backup, not whole, or not of this master key. `message` is for the operator. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveFault'
}

export const LINE_END = 0x0a
/** Bytes of a sealed part at the most: none larger is written, so a longer one is a damaged length. */
export const PART_BYTES_MAX = 256 * 1024 * 1024

export const deriveArchiveKey = (master: Buffer): Buffer => deriveKey(master, 'backup')

/** What a part is sealed for: every word of the heading, its place, and whether it is the last. */
export const encryptionContext = (heading: string, place: number, last: boolean): string =>
  `backup:${hash('sha256', heading)}:${place}${last ? ':last' : ''}`
