import { NATIVE_METHODS, type NativeMethod } from '@kerf/contract/native-calls'
import { callHost } from '../../lib/bridge/host.ts'
import { callMachine } from '../../lib/bridge/machine-socket.ts'
import { CallRow } from './call-row.tsx'
import { SAMPLES } from './samples.ts'
import styles from './selftest.module.css'

/** Every call of the list, through the app around the page. */
export const HostCalls = () => (
  <ul className={styles.list}>
    {NATIVE_METHODS.map(method => (
      <CallRow key={method} method={method} ask={signal => askHost(method, signal)} />
    ))}
  </ul>
)

const askHost = <M extends NativeMethod>(method: M, signal: AbortSignal) =>
  callHost(method, SAMPLES[method](), { signal })

/** What the machine on this computer answers by itself. */
export const MachineCalls = () => (
  <ul className={styles.list}>
    <CallRow method="device.info" ask={signal => callMachine('device.info', {}, { signal })} />
    <CallRow method="module.status" ask={signal => callMachine('module.status', {}, { signal })} />
  </ul>
)
