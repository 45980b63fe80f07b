import type { OutputOf } from '@kerf/contract/endpoint'
import { describeLoginStep } from '@kerf/contract/endpoints/factors'
import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import type { ErrorDescription } from '../../lib/api/error-texts.ts'

export type LoginStep = OutputOf<typeof describeLoginStep>

/** Holds the place of the masked address in a text while the step loads. */
export const RECEIVER_PLACEHOLDER = 'm***r@example.com'

/** What the login waits for; undefined while it loads. */
export function useLoginStep(flow: string): {
  readonly step: LoginStep | undefined
  readonly error: ErrorDescription | undefined
  /** asks again after an error */
  retry(): void
} {
  const [step, setStep] = useState<LoginStep>()
  const [error, setError] = useState<ErrorDescription>()
  const loading = useRef<AbortController>(undefined)
  const load = useCallback(() => {
    loading.current?.abort()
    const controller = new AbortController()
    loading.current = controller
    const { signal } = controller
    setError(undefined)
    callApi(describeLoginStep, { flow }, { signal }).then(
      loaded => {
        if (!signal.aborted) setStep(loaded)
      },
      async (cause: unknown) => {
        const description = await describeError(cause)
        if (!signal.aborted) setError(description)
      },
    )
    return () => loading.current?.abort()
  }, [flow])
  useEffect(load, [load])
  return { step, error, retry: load }
}
