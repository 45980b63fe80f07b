/**
 * What a form and the scanner hand to each other. The scanner is a document of its own, and no address may contain a serial
 * number or a code, so both are in the storage of the tab.
 */
import { attempt } from '../../lib/browser/attempt.ts'
import { readTabStorage, removeFromTabStorage, writeTabStorage } from '../../lib/browser/guarded-apis.ts'

/** The form that asks; `link`: a page that needs a link. */
export type ScanPurpose = 'claim' | 'unlock' | 'activate' | 'workshop' | 'link'

export interface ScanRequest {
  readonly purpose: ScanPurpose
  /** path and retained query of the page, without the language */
  readonly from: string
  /** what was chosen before, which the page needs again */
  readonly kept: string
}

export interface Scanned {
  readonly purpose: ScanPurpose
  /** '': the person types it */
  readonly text: string
  readonly kept: string
}

const REQUEST_KEY = 'scan.request'
const RESULT_KEY = 'scan.result'

const read = <T>(key: string): T | undefined => {
  const stored = readTabStorage(key)
  return stored === undefined ? undefined : attempt(() => JSON.parse(stored) as T)
}

/** false: the storage is blocked. */
export function storeScanRequest(request: ScanRequest): boolean {
  const stored = JSON.stringify(request)
  writeTabStorage(REQUEST_KEY, stored)
  return readTabStorage(REQUEST_KEY) === stored
}

export const readScanRequest = (): ScanRequest | undefined => read(REQUEST_KEY)

export function storeScanned(scanned: Scanned): void {
  removeFromTabStorage(REQUEST_KEY)
  writeTabStorage(RESULT_KEY, JSON.stringify(scanned))
}

/** Returns a result for this form once. */
export function takeScanned(purpose: ScanPurpose): Scanned | undefined {
  const scanned = read<Scanned>(RESULT_KEY)
  if (scanned?.purpose !== purpose) return undefined
  removeFromTabStorage(RESULT_KEY)
  return scanned
}
