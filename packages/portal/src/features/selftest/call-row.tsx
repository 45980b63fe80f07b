import * as m from '@kerf/locales/messages'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
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
        <div
          role="status"
          className={styles.outcome}
          data-ok={result?.ok}
          data-expected={(result && isExpected(result)) || undefined}
        >
          {result ? <Outcome result={result} /> : pending ? m.selftest_waiting() : text}
        </div>
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

const shorten = (text: string): string =>
  text.length > SHOWN_VALUE_MAX ? `${text.slice(0, SHOWN_VALUE_MAX)}…` : text

/** Whether it works, in a sentence; below it the facts of the answer that have a name. */
function Outcome({ result }: { result: HostResult<object> }) {
  if (!result.ok)
    return result.text ? `${hostErrorText(result.reason)} (${result.text})` : hostErrorText(result.reason)
  const facts = describeValue(result.value)
  const named = new Map(facts.filter(({ name }) => name !== '').map(fact => [fact.name + fact.value, fact]))
  const others = new Set(facts.filter(({ name }) => name === '').map(({ value }) => value))
  const value = shorten([...others].join(' · '))
  return (
    <>
      <p>{value === '' ? m.selftest_done_nothing() : m.selftest_done({ value })}</p>
      {named.size > 0 && (
        <dl className={styles.facts}>
          {[...named].map(([key, fact]) => (
            <Fragment key={key}>
              <dt>{fact.name}</dt>
              <dd>{shorten(fact.value)}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  )
}

interface Fact {
  /** '' if its value says what it is */
  readonly name: string
  readonly value: string
}

/** Names of the fields of answers. A field that is not listed shows its value only. */
const FACT_NAMES = new Map<string, LocalizedText>([
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
const describeValue = (value: unknown, field = ''): Fact[] => {
  if (Array.isArray(value)) return value.flatMap(part => describeValue(part, field))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) => describeValue(part, key))
  const name = FACT_NAMES.get(field)?.() ?? ''
  if (typeof value === 'boolean') return value ? [{ name: '', value: name || field }] : []
  if (value === undefined || value === null || value === '' || field === 'system') return []
  return [{ name, value: field === 'token' ? '•••' : String(value) }]
}
