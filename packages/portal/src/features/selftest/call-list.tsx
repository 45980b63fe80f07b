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

/** The calls that are still to be tried, the running one first, and those that failed. */
interface Run {
  readonly waiting: readonly NativeMethod[]
  readonly failed: readonly NativeMethod[]
}

/** All native calls, sent to the host app on request: one, or one after the other. Then those that failed come first. */
export function HostCalls() {
  const [{ waiting, failed }, setRun] = useState<Run>({ waiting: [], failed: [] })
  const [running] = waiting
  const isFailed = (method: NativeMethod) => running === undefined && failed.includes(method)
  const settle = (method: NativeMethod, ok: boolean) =>
    setRun(run =>
      run.waiting[0] === method
        ? { waiting: run.waiting.slice(1), failed: ok ? run.failed : [...run.failed, method] }
        : run,
    )
  return (
    <>
      <Button
        size="small"
        className={styles.all}
        pending={running !== undefined}
        onClick={() =>
          setRun({ waiting: NATIVE_METHODS.filter(method => !LEAVING.includes(method)), failed: [] })
        }
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
