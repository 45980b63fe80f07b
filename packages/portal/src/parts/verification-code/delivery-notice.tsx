import { getCodeDelivery } from '@kerf/contract/endpoints/verification'
import { VERIFICATION_CODE_TTL_SECONDS } from '@kerf/contract/limits'
import { verification_undeliverable } from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { Notice } from '../../ui/notice/notice.tsx'

/** Refusals are known within seconds; a mail that comes back takes minutes. */
const DELAYS_SECONDS = [2, 4, 8, 16] as const
const LATER_DELAY_SECONDS = 30

/** Says that the mail with a code did not arrive, once that is known. `nonce`: of the code; undefined: none was requested. */
export function DeliveryNotice({ nonce }: { nonce: string | undefined }) {
  const [undeliverable, setUndeliverable] = useState<string>()
  useEffect(() => {
    if (nonce === undefined) return
    const controller = new AbortController()
    void pollDelivery(nonce, controller.signal).then(isLost => {
      if (isLost && !controller.signal.aborted) setUndeliverable(nonce)
    })
    return () => controller.abort()
  }, [nonce])
  if (nonce === undefined || undeliverable !== nonce) return null
  return (
    <Notice tone="danger" role="alert">
      {verification_undeliverable()}
    </Notice>
  )
}

/** Resolves to whether the mail cannot be delivered, at the latest when the code has expired. Never rejects. */
async function pollDelivery(nonce: string, signal: AbortSignal): Promise<boolean> {
  let seconds = 0
  for (let round = 0; seconds < VERIFICATION_CODE_TTL_SECONDS && !signal.aborted; round++) {
    const delay = DELAYS_SECONDS[round] ?? LATER_DELAY_SECONDS
    await new Promise(resolve => setTimeout(resolve, delay * 1_000))
    seconds += delay
    if (signal.aborted || document.visibilityState === 'hidden') continue
    // Without an answer the person waits as before.
    const answer = await callApi(getCodeDelivery, { nonce }, { signal }).catch(() => undefined)
    if (answer && answer.deliveryStatus !== 'pending') return true
  }
  return false
}
