import { NATIVE_METHODS, type NativeMethod } from '@kerf/contract/host/native-calls'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callHost } from '../../lib/bridge/host.ts'
import { callMachine } from '../../lib/bridge/machine-socket.ts'
import { Button } from '../../ui/button/button.tsx'
import { CallRow } from './call-row.tsx'
import { SAMPLES } from './samples.ts'
import styles from './selftest.module.css'

/** These leave the page, so they are tried one by one only. */
const LEAVING: readonly NativeMethod[] = ['login.open', 'view.close']

/** All native calls, sent to the host app on request: one, or one after the other. Then those that failed come first. */
export function HostCalls() {
  const [waiting, setWaiting] = useState<readonly NativeMethod[]>([])
  const [failed, setFailed] = useState<ReadonlySet<NativeMethod>>(new Set())
  const [running] = waiting
  const isFailed = (method: NativeMethod) => running === undefined && failed.has(method)
  const settle = (method: NativeMethod, ok: boolean) => {
    if (method !== running) return
    if (!ok) setFailed(new Set([...failed, method]))
    setWaiting(waiting.slice(1))
  }
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className={styles.all}
        pending={running !== undefined}
        onClick={() => {
          setFailed(new Set())
          setWaiting(NATIVE_METHODS.filter(method => !LEAVING.includes(method)))
        }}
      >
        {m.selftest_try_all()}
      </Button>
      <ul className={styles.list}>
        {NATIVE_METHODS.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a))).map(method => (
          <CallRow
            key={method}
            method={method}
            isNext={method === running}
            send={signal => callWithSample(method, signal)}
            onSettled={ok => settle(method, ok)}
          />
        ))}
      </ul>
    </>
  )
}

const callWithSample = <M extends NativeMethod>(method: M, signal: AbortSignal) =>
  callHost(method, SAMPLES[method](), { signal })

/** The calls that the machine on this computer answers without an app. */
export const MachineCalls = () => (
  <ul className={styles.list}>
    <CallRow
      method="device.info"
      where={m.selftest_machine()}
      send={signal => callMachine('device.info', {}, { signal })}
    />
    <CallRow
      method="module.status"
      where={m.selftest_machine()}
      send={signal => callMachine('module.status', {}, { signal })}
    />
  </ul>
)
