/** Which certificates the account has, as far as the menu needs to know. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getCertificateStatus } from '@kerf/contract/endpoints/training'
import { createStore } from '../../lib/store.ts'

type PrizeInfo = OutputOf<typeof getCertificateStatus>

interface CertificateStatus extends PrizeInfo {
  /** whose they are */
  readonly uid: string
}

export const certificateStatus = createStore<CertificateStatus | undefined>(undefined)

export const setCertificateStatus = (uid: string, info: PrizeInfo): void =>
  certificateStatus.set({ ...info, uid })

/** Asked where the menu depends on it. Without an answer the menu stays as it is. */
export async function loadCertificateStatus(uid: string): Promise<void> {
  if (certificateStatus.get()?.uid === uid) return
  const [{ callApi }, { getCertificateStatus }] = await Promise.all([
    import('../../lib/api-client.ts'),
    import('@kerf/contract/endpoints/training'),
  ])
  setCertificateStatus(uid, await callApi(getCertificateStatus, undefined))
}
