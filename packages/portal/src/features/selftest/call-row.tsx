import type { NativeMethod } from '@kerf/contract/native-calls'
import * as m from '@kerf/locales/messages'
import { useEffect, useRef, useState } from 'react'
import type { HostResult } from '../../lib/bridge/host-calls.ts'
import { hostErrorText } from '../../lib/bridge/host-error-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { CALL_NAMES } from './call-names.ts'
import styles from './selftest.module.css'

interface Props {
  method: NativeMethod
  ask(signal: AbortSignal): Promise<HostResult<object>>
}

/** One call, tried on a click; what takes hours can be cancelled. */
export function CallRow({ method, ask }: Props) {
  const [result, setResult] = useState<HostResult<object>>()
  const [asking, setAsking] = useState<AbortController>()
  const last = useRef(asking)
  last.current = asking
  useEffect(() => () => last.current?.abort(), [])
  const what = CALL_NAMES[method]()

  async function tryIt() {
    const stop = new AbortController()
    setAsking(stop)
    setResult(undefined)
    setResult(await ask(stop.signal))
    setAsking(undefined)
  }

  return (
    <li className={styles.row}>
      <div>
        <p>{what}</p>
        <p role="status" className={styles.outcome} data-ok={result?.ok}>
          {result ? outcome(result) : asking && m.selftest_waiting()}
        </p>
      </div>
      {asking ? (
        <Button
          size="small"
          variant="quiet"
          aria-label={m.selftest_cancel_what({ what })}
          onClick={() => asking.abort()}
        >
          {m.selftest_cancel()}
        </Button>
      ) : (
        <Button
          size="small"
          variant="secondary"
          aria-label={m.selftest_try_what({ what })}
          onClick={() => void tryIt()}
        >
          {m.selftest_try()}
        </Button>
      )}
    </li>
  )
}

const SHOWN_VALUE_MAX = 120

function outcome(result: HostResult<object>): string {
  if (!result.ok)
    return result.text ? `${hostErrorText(result.reason)} (${result.text})` : hostErrorText(result.reason)
  const { value } = result
  if (Object.keys(value).length === 0) return m.selftest_done_nothing()
  // A token that an app has got is for nobody's eyes.
  const shown = JSON.stringify(value, (key, part) => (key === 'token' ? '•••' : part))
  return m.selftest_done({
    value: shown.length > SHOWN_VALUE_MAX ? `${shown.slice(0, SHOWN_VALUE_MAX)}…` : shown,
  })
}
