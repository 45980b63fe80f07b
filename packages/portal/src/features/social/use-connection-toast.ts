import { ApiError } from '@kerf/contract/client'
import * as m from '@kerf/locales/messages'
import { useEffect, useRef } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { providerName } from '../../ui/provider-mark/provider-name.ts'
import { toast } from '../../ui/toast-region/toast-store.ts'
import { pendingStep } from './social-flow-storage.ts'

/** Says what a connection came to: after a redirect at once, after a window when it is called. */
export function useConnectionToast(onConnected: () => void): () => void {
  const latest = useRef(onConnected)
  latest.current = onConnected

  const tell = async () => {
    const step = pendingStep.get()
    if (step?.kind !== 'bound') return
    pendingStep.clear()
    if (step.error === undefined) {
      toast(m.social_connected({ name: providerName(step.channel) }), 'success')
      latest.current()
      return
    }
    const { text } = await describeError(new ApiError(step.error))
    if (text) toast(text(), 'danger')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what is remembered when the page begins
  useEffect(() => void tell(), [])
  return () => void tell()
}
