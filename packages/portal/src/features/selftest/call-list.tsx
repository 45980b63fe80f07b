import { NATIVE_METHODS, type NativeMethod } from '@kerf/contract/host/native-calls'
import * as m from '@kerf/locales/messages'
import { callHost } from '../../lib/bridge/host.ts'
import { callMachine } from '../../lib/bridge/machine-socket.ts'
import { CallRow } from './call-row.tsx'
import { SAMPLES } from './samples.ts'
import styles from './selftest.module.css'

/** All native calls, sent to the host app. */
export const HostCalls = () => (
  <ul className={styles.list}>
    {NATIVE_METHODS.map(method => (
      <CallRow key={method} method={method} send={signal => callWithSample(method, signal)} />
    ))}
  </ul>
)

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
