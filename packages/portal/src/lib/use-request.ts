/** Loads data on screens that do not carry `@tanstack/react-query`: public pages, and the message center on host pages. */
import { useEffect, useEffectEvent, useState } from 'react'
import { describeError } from './describe-error.ts'
import type { ErrorDescription } from './error-texts.ts'

interface Result<T> {
  readonly key: string
  readonly attempt: number
  readonly data?: T
  readonly error?: ErrorDescription
}

/** Sends the request on mount, when `key` changes, and on `retry`. Aborts it on unmount or when a new one replaces it. */
export function useRequest<T>(key: string, send: (signal: AbortSignal) => Promise<T>) {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<Result<T>>()
  const sendLatest = useEffectEvent(send)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const settle = (outcome: { data: T } | { error: ErrorDescription }) => {
      if (!signal.aborted) setResult({ key, attempt, ...outcome })
    }
    sendLatest(signal).then(
      data => settle({ data }),
      async (error: unknown) => settle({ error: await describeError(error) }),
    )
    return () => controller.abort()
  }, [key, attempt])

  const current = result?.key === key && result.attempt === attempt ? result : undefined
  return { data: current?.data, error: current?.error, retry: () => setAttempt(count => count + 1) }
}
