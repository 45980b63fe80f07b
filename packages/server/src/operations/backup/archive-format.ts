/**
 * File format of a backup: a header line of JSON, then encrypted parts, each preceded by its length (32 bits, big endian).
 * A part is compressed and encrypted under a key derived from the master key, and bound to the header and its position.
 * Without the key nobody can read, change, remove, add or reorder parts; the last part is marked as the last.
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

export interface ArchivePart {
  /** what the part contains; stored as a line of JSON before the body */
  readonly head: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

/** The file is not a backup, is damaged, or needs another master key. The message is shown to the operator. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

export const LINE_END = 0x0a
/** Maximum size of an encrypted part. A longer length field means that the file is damaged. */
export const PART_BYTES_MAX = 256 * 1024 * 1024

export const deriveArchiveKey = (masterKey: Buffer): Buffer => deriveKey(masterKey, 'backup')

/** Additional authenticated data of a part: the header, the position, and whether the part is the last. */
export const encryptionContext = (header: string, position: number, isLast: boolean): string =>
  `backup:${hash('sha256', header)}:${position}${isLast ? ':last' : ''}`
