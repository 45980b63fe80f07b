import type { NativeMethod } from '@kerf/contract/host/native-calls'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callHost } from '../../lib/bridge/host.ts'
import type { HostResult } from '../../lib/bridge/host-calls.ts'
import { callMachine } from '../../lib/bridge/machine-socket.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { CallRow } from './call-row.tsx'
import { SAMPLES } from './samples.ts'
import styles from './selftest.module.css'

/** These leave the page, so they are tried one by one only. */
const LEAVING: readonly string[] = ['login.open', 'view.close'] satisfies NativeMethod[]

interface Call {
  /** unique among all calls */
  readonly id: string
  name(): string
  /** what it asks for */
  text?(): string
  send(signal: AbortSignal): Promise<HostResult<object>>
}

interface CallGroup {
  readonly title: string
  readonly text?: string
  readonly calls: readonly Call[]
}

/** The calls that are still to be tried, the running one first, and those that failed. */
interface Run {
  readonly waiting: readonly string[]
  readonly failed: readonly string[]
}

const hostCall = <M extends NativeMethod>(id: M, name: () => string): Call => ({
  id,
  name,
  send: signal => callHost(id, SAMPLES[id](), { signal }),
})

const machineCall = (
  method: 'device.info' | 'module.status',
  name: () => string,
  text: () => string,
): Call => ({
  id: `machine.${method}`,
  name,
  text,
  send: signal => callMachine(method, {}, { signal }),
})

/** All native calls, sent to the host app on request. */
const hostGroups = (): readonly CallGroup[] => [
  {
    title: m.selftest_group_app(),
    calls: [
      hostCall('app.version', m.selftest_call_app_version),
      hostCall('login.open', m.selftest_call_login_open),
      hostCall('token.update', m.selftest_call_token_update),
      hostCall('view.close', m.selftest_call_view_close),
    ],
  },
  {
    title: m.selftest_group_files(),
    calls: [
      hostCall('storage.save', m.selftest_call_storage_save),
      hostCall('storage.get', m.selftest_call_storage_get),
      hostCall('file.share', m.selftest_call_file_share),
      hostCall('file.open', m.selftest_call_file_open),
      hostCall('album.save', m.selftest_call_album_save),
    ],
  },
  {
    title: m.selftest_group_machine(),
    calls: [
      hostCall('device.info', m.selftest_call_device_info),
      hostCall('module.status', m.selftest_call_module_status),
      hostCall('canvas.import', m.selftest_call_canvas_import),
      hostCall('gcode.generate', m.selftest_call_gcode_generate),
      hostCall('gcode.process', m.selftest_call_gcode_process),
    ],
  },
]

/** The calls that the machine at this device answers without an app. */
const machineGroup = (): CallGroup => ({
  title: m.selftest_machine(),
  text: m.selftest_machine_text(),
  calls: [
    machineCall('device.info', m.selftest_machine_info, m.selftest_machine_info_text),
    machineCall('module.status', m.selftest_machine_module, m.selftest_machine_module_text),
  ],
})

interface Props {
  isInApp: boolean
  /** a machine may be connected to this device by a cable */
  hasCable: boolean
}

/** Calls to try: one, or one after the other. In each group, those that failed come first. */
export function CallList({ isInApp, hasCable }: Props) {
  const [{ waiting, failed }, setRun] = useState<Run>({ waiting: [], failed: [] })
  const [running] = waiting
  const groups = [...(isInApp ? hostGroups() : []), ...(hasCable ? [machineGroup()] : [])]
  const isFailed = (id: string) => running === undefined && failed.includes(id)
  const settle = (id: string, ok: boolean) =>
    setRun(run =>
      run.waiting[0] === id
        ? { waiting: run.waiting.slice(1), failed: ok ? run.failed : [...run.failed, id] }
        : run,
    )
  const ids = groups.flatMap(({ calls }) => calls.map(({ id }) => id)).filter(id => !LEAVING.includes(id))
  return (
    <Card
      title={m.selftest_tests()}
      description={isInApp ? m.selftest_calls_text() : m.selftest_calls_no_app()}
      action={
        ids.length > 0 && (
          <Button
            size="small"
            pending={running !== undefined}
            onClick={() => setRun({ waiting: ids, failed: [] })}
          >
            {m.selftest_try_all()}
          </Button>
        )
      }
    >
      {!isInApp && (
        <div className={styles.address}>
          <CopyButton text={`${location.origin}/selftest`} what={m.selftest_address()} named />
        </div>
      )}
      {groups.map(({ title, text, calls }) => (
        <div key={title} className={styles.group}>
          <h3>{title}</h3>
          {text && <p>{text}</p>}
          <ul className={styles.list}>
            {calls
              .toSorted((a, b) => Number(isFailed(b.id)) - Number(isFailed(a.id)))
              .map(({ id, name, text, send }) => (
                <CallRow
                  key={id}
                  id={id}
                  name={name()}
                  text={text?.()}
                  isNext={id === running}
                  send={send}
                  onSettled={ok => settle(id, ok)}
                />
              ))}
          </ul>
        </div>
      ))}
    </Card>
  )
}
