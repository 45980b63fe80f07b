/** Checks a chosen file by its first bytes, like the server. */

import type { HEADPIC_TYPES } from '@kerf/contract/endpoints/profile'
import { HEADPIC_MAX_BYTES } from '@kerf/contract/limits'

export type PictureType = (typeof HEADPIC_TYPES)[number]

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

export function pictureType(head: Uint8Array): PictureType | undefined {
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(head, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp'
  return undefined
}

/** The error that the server would return for the file, or undefined. */
export function fileError(size: number, head: Uint8Array): 'file_type' | 'file_size' | undefined {
  if (size > HEADPIC_MAX_BYTES) return 'file_size'
  return pictureType(head) ? undefined : 'file_type'
}
