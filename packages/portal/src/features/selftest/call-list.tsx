import { NATIVE_METHODS, type NativeMethod } from '@kerf/contract/host/native-calls'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callHost } from '../../lib/bridge/host.ts'
import type { HostResult } from '../../lib/bridge/host-calls.ts'
import { callMachine } from '../../lib/bridge/machine-socket.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Disclosure } from '../../ui/disclosure/disclosure.tsx'
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

interface ListProps<M extends NativeMethod> {
  title: string
  text: string
  /** the calls are shown on demand */
  isFolded?: boolean
  methods: readonly M[]
  /** label of the button that tries all */
  all: string
  /** completes the names of the buttons where another list has the same calls */
  where?: string
  send(method: M, signal: AbortSignal): Promise<HostResult<object>>
}

/** Calls to try: one, or one after the other. Then those that failed come first. */
function CallList<M extends NativeMethod>({
  title,
  text,
  isFolded = false,
  methods,
  all,
  where,
  send,
}: ListProps<M>) {
  const [{ waiting, failed }, setRun] = useState<Run>({ waiting: [], failed: [] })
  const [running] = waiting
  const isFailed = (method: NativeMethod) => running === undefined && failed.includes(method)
  const settle = (method: NativeMethod, ok: boolean) =>
    setRun(run =>
      run.waiting[0] === method
        ? { waiting: run.waiting.slice(1), failed: ok ? run.failed : [...run.failed, method] }
        : run,
    )
  const runAll = (
    <Button
      size="small"
      pending={running !== undefined}
      onClick={() => setRun({ waiting: methods.filter(method => !LEAVING.includes(method)), failed: [] })}
    >
      {all}
    </Button>
  )
  const rows = (
    <ul className={styles.list}>
      {methods
        .toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)))
        .map(method => (
          <CallRow
            key={method}
            method={method}
            {...(where !== undefined && { where })}
            isNext={method === running}
            send={signal => send(method, signal)}
            onSettled={ok => settle(method, ok)}
          />
        ))}
    </ul>
  )
  return (
    <Card title={title} description={text} action={!isFolded && runAll}>
      {isFolded ? (
        <Disclosure summary={m.selftest_calls_show()} openSummary={m.selftest_calls_hide()}>
          <div className={styles.all}>{runAll}</div>
          {rows}
        </Disclosure>
      ) : (
        rows
      )}
    </Card>
  )
}

/** All native calls, sent to the host app on request. Outside of an app no app answers. */
export const HostCalls = ({ isInApp }: { isInApp: boolean }) => (
  <CallList
    title={m.selftest_calls()}
    text={isInApp ? m.selftest_calls_text() : m.selftest_calls_no_app()}
    isFolded={!isInApp}
    methods={NATIVE_METHODS}
    all={m.selftest_try_all()}
    send={callWithSample}
  />
)

const callWithSample = <M extends NativeMethod>(method: M, signal: AbortSignal) =>
  callHost(method, SAMPLES[method](), { signal })

const MACHINE_METHODS = ['device.info', 'module.status'] as const

/** The calls that the machine at this device answers without an app. */
export const MachineCalls = () => (
  <CallList
    title={m.selftest_machine()}
    text={m.selftest_machine_text()}
    methods={MACHINE_METHODS}
    all={m.selftest_try_both()}
    where={m.selftest_machine()}
    send={(method, signal) => callMachine(method, {}, { signal })}
  />
)
