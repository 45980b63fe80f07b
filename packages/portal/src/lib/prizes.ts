/** Which certificates the account has, as far as the menu needs to know. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getCertificateStatus } from '@kerf/contract/endpoints/training'
import { createStore } from './store.ts'

type PrizeInfo = OutputOf<typeof getCertificateStatus>

interface Prizes extends PrizeInfo {
  /** whose they are */
  readonly uid: string
}

export const prizes = createStore<Prizes | undefined>(undefined)

export const keepPrizes = (uid: string, info: PrizeInfo): void => prizes.set({ ...info, uid })

/** Asked where the menu depends on it. Without an answer the menu stays as it is. */
export async function askPrizes(uid: string): Promise<void> {
  if (prizes.get()?.uid === uid) return
  const [{ call }, { getCertificateStatus }] = await Promise.all([
    import('./call.ts'),
    import('@kerf/contract/endpoints/training'),
  ])
  keepPrizes(uid, await call(getCertificateStatus, undefined))
}
