import * as m from '@kerf/locales/messages'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import { getHostKind } from '../../lib/bridge/host.ts'
import type { HostResult } from '../../lib/bridge/host-calls.ts'
import { hostErrorText } from '../../lib/bridge/host-error-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { CheckIcon, CloseIcon } from '../../ui/icon/icons.tsx'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import styles from './selftest.module.css'

interface Props {
  id: string
  name: string
  /** what it asks for: until there is an outcome */
  text?: string | undefined
  /** it is its turn among all calls */
  isNext?: boolean
  send(signal: AbortSignal): Promise<HostResult<object>>
  onSettled?(ok: boolean): void
}

/** Tries one native call, on click or in its turn. A call that takes long can be cancelled. */
export function CallRow({ id, name, text, isNext = false, send, onSettled }: Props) {
  const [result, setResult] = useState<HostResult<object>>()
  const [pending, setPending] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run() {
    const controller = new AbortController()
    running.current = controller
    setPending(true)
    setResult(undefined)
    const answer = await send(controller.signal)
    setResult(answer)
    setPending(false)
    onSettled?.(answer.ok)
  }
  const takeTurn = useEffectEvent(() => {
    if (!pending) void run()
  })
  useEffect(() => {
    if (isNext) takeTurn()
  }, [isNext])

  return (
    <li className={styles.row} data-call={id}>
      <CallSign state={pending ? 'pending' : stateOf(result)} />
      <div>
        <p>{name}</p>
        <p
          role="status"
          className={styles.outcome}
          data-ok={result?.ok}
          data-expected={(result && isExpected(result)) || undefined}
        >
          {result ? outcome(result) : pending ? m.selftest_waiting() : text}
        </p>
      </div>
      {pending ? (
        <Button
          size="small"
          variant="secondary"
          aria-label={m.selftest_cancel_what({ what: name })}
          onClick={() => running.current?.abort()}
        >
          {m.selftest_cancel()}
        </Button>
      ) : (
        <Button
          size="small"
          variant="secondary"
          aria-label={
            result ? m.selftest_try_again_what({ what: name }) : m.selftest_try_what({ what: name })
          }
          onClick={() => void run()}
        >
          {result ? m.selftest_try_again() : m.selftest_try()}
        </Button>
      )}
    </li>
  )
}

/** Outside of an app no app answers, and an app need not know every call. */
const isExpected = (result: HostResult<object>): boolean =>
  !result.ok &&
  (result.reason === 'cancelled' ||
    result.reason === 'unsupported' ||
    (result.reason === 'no-host' && getHostKind() === 'none'))

type CallState = 'untried' | 'pending' | 'ok' | 'unanswered' | 'failed'

const stateOf = (result: HostResult<object> | undefined): CallState =>
  result === undefined ? 'untried' : result.ok ? 'ok' : isExpected(result) ? 'unanswered' : 'failed'

const MinusIcon = /* @__PURE__ */ icon(path('M5.5 10h9'))

const SIGNS: Readonly<Record<CallState, ReactNode>> = {
  untried: null,
  pending: <Spinner />,
  ok: <CheckIcon />,
  unanswered: <MinusIcon />,
  failed: <CloseIcon />,
}

/** The text beside it says the same. */
const CallSign = ({ state }: { state: CallState }) => (
  <span className={styles.sign} data-state={state} aria-hidden="true">
    {SIGNS[state]}
  </span>
)

const SHOWN_VALUE_MAX = 120

function outcome(result: HostResult<object>): string {
  if (!result.ok)
    return result.text ? `${hostErrorText(result.reason)} (${result.text})` : hostErrorText(result.reason)
  const shown = [...new Set(describeValue(result.value))].join(' · ')
  if (shown === '') return m.selftest_done_nothing()
  return m.selftest_done({
    value: shown.length > SHOWN_VALUE_MAX ? `${shown.slice(0, SHOWN_VALUE_MAX)}…` : shown,
  })
}

/** Names of the fields of answers. A field that is not listed shows its value only. */
const FACTS = new Map<string, LocalizedText>([
  ['os', m.selftest_system],
  ['model', m.selftest_fact_model],
  ['name', m.selftest_fact_name],
  ['sn', m.machines_sn],
  ['version', m.about_version],
  ['latest', m.selftest_fact_latest],
  ['connected', m.selftest_fact_connected],
  ['installed', m.host_module_installed],
])

/**
 * The facts of an answer, also those inside of other fields. A boolean is its name, if it is true. The kind of a system is left out:
 * `os` says more. Tokens are masked, so that screenshots do not leak them.
 */
const describeValue = (value: unknown, name = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap(part => describeValue(part, name))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) => describeValue(part, key))
  const fact = FACTS.get(name)?.()
  if (typeof value === 'boolean') return value ? [fact ?? name] : []
  if (value === undefined || value === null || value === '' || name === 'system') return []
  if (name === 'token') return ['•••']
  return [fact ? `${fact} ${value}` : String(value)]
}
