import { ApiError } from '@kerf/contract/client/client'
import * as m from '@kerf/locales/messages'
import { useEffect, useEffectEvent } from 'react'
import { describeError } from '../../lib/api/describe-error.ts'
import { providerName } from '../../parts/social/provider-name.ts'
import { pendingStep } from '../../parts/social/social-flow-storage.ts'
import { toast } from '../../ui/toast/toast.ts'

/** Reports the outcome of a connection by a toast: on mount after a redirect, or when called after a popup. */
export function useLinkToast(onConnected: () => void): () => void {
  async function showOutcome() {
    const step = pendingStep.get()
    if (step?.kind !== 'bound') return
    pendingStep.clear()
    if (step.error === undefined) {
      toast(m.social_connected({ name: providerName(step.channel) }), 'success')
      onConnected()
      return
    }
    const { text } = await describeError(new ApiError(step.error))
    if (text) toast(text(), 'danger')
  }

  const showStoredOutcome = useEffectEvent(showOutcome)
  useEffect(() => void showStoredOutcome(), [])
  return () => void showOutcome()
}
