/**
 * Stores the nonce and the resend time of a requested verification code in the tab, so that they survive a reload.
 * Keyed by scene and a fingerprint of the receiver; the address itself is never stored.
 */
import { NONCE_TTL_SECONDS, VERIFICATION_CODE_TTL_SECONDS } from '@kerf/contract/limits'
import { getTabItem, setTabItem } from '../../lib/browser/tab-storage.ts'

export interface NonceRecord {
  readonly nonce: string
  /** milliseconds since 1970 */
  readonly requestedAt: number
  readonly resendAt: number
}

const STORAGE_PREFIX = 'kerf.code.'

/** Distinguishes the receivers used in one tab (cyrb53, not a security measure). */
export function fingerprint(receiver: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (const character of receiver.trim().toLowerCase()) {
    const point = character.codePointAt(0) ?? 0
    a = Math.imul(a ^ point, 2654435761)
    b = Math.imul(b ^ point, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

export function storeNonce(scene: string, receiver: string, record: NonceRecord): void {
  const mark = fingerprint(receiver)
  setTabItem(`${STORAGE_PREFIX}${scene}.${mark}`, JSON.stringify(record))
  setTabItem(`${STORAGE_PREFIX}${scene}`, mark)
}

/** The unexpired record of this receiver. If the receiver is empty (after a reload), the latest record of this scene. */
export function findNonce(scene: string, receiver: string, now: number): NonceRecord | undefined {
  const mark = receiver.trim() ? fingerprint(receiver) : getTabItem(`${STORAGE_PREFIX}${scene}`)
  const text = mark && getTabItem(`${STORAGE_PREFIX}${scene}.${mark}`)
  if (!text) return undefined
  const record: NonceRecord = JSON.parse(text)
  const age = now - record.requestedAt
  // A negative age means that the clock was set back, so the record cannot be trusted.
  return age >= 0 && age < NONCE_TTL_SECONDS * 1000 ? record : undefined
}

/** Whole seconds until a code may be requested again; 0 if it may be requested now. */
export const secondsLeft = (record: NonceRecord | undefined, now: number): number =>
  record ? Math.min(Math.max(0, Math.ceil((record.resendAt - now) / 1000)), VERIFICATION_CODE_TTL_SECONDS) : 0
