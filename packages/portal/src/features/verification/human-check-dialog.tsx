import { ApiError } from '@kerf/contract/client'
import * as m from '@kerf/locales/messages'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { RetryIcon } from '../../ui/icon/icons.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { CutScene } from './cut-scene.tsx'
import { solveChallenge, submitSolution } from './human-check.ts'
import styles from './human-check-dialog.module.css'
import { useLaser } from './use-laser.ts'

const EXPIRED = 'expired'
const REFUSED = 'human_verification_failed'
const END_POSITION = 100
/** Let go this near, the head finds the end by itself. */
const SNAP_POSITION = 93
/** How long the parted sheet is shown, in milliseconds. */
const SUCCESS_DISPLAY_MS = 900

export interface HumanCheckDialogProps {
  onTicket: (ticket: string) => void
  onCancel: () => void
}

/** A slider over a proof of work: while the laser is led along its line, the machine works its challenge off. */
export function HumanCheckDialog({ onTicket, onCancel }: HumanCheckDialogProps) {
  const id = useId()
  const handle = useRef<HTMLInputElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [target, setTarget] = useState(0)
  const [warm, setWarm] = useState(0)
  const [payload, setPayload] = useState<string>()
  const [ticket, setTicket] = useState<string>()
  const [fault, setFault] = useState<ErrorDescription>()
  const laser = useLaser(target / END_POSITION)
  const through = laser.cut === 1

  function begin(again: { keepCut: boolean }) {
    setPayload(undefined)
    setWarm(0)
    if (!again.keepCut) {
      setTarget(0)
      laser.newSheet()
    }
    setAttempt(count => count + 1)
  }

  async function fail(error: unknown, signal: AbortSignal) {
    if (signal.aborted) return
    // An answer that came too late is no fault of the person: work off a new challenge, keep the cut.
    if (error instanceof ApiError && error.errorName === EXPIRED && attempt === 0)
      return begin({ keepCut: true })
    const told = await describeError(error)
    if (!signal.aborted) setFault(told)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt works one challenge off
  useEffect(() => {
    const { signal, abort } = createAbortable()
    solveChallenge(setWarm, signal).then(setPayload, error => fail(error, signal))
    return abort
  }, [attempt])

  // biome-ignore lint/correctness/useExhaustiveDependencies: redeemed once for each payload, when the cut is through
  useEffect(() => {
    if (!through || !payload) return
    const { signal, abort } = createAbortable()
    submitSolution(payload, signal).then(setTicket, error => fail(error, signal))
    return abort
  }, [through, payload])

  useEffect(() => {
    if (!ticket) return
    const timer = setTimeout(onTicket, SUCCESS_DISPLAY_MS, ticket)
    return () => clearTimeout(timer)
  }, [ticket, onTicket])

  const lead = (event: ChangeEvent<HTMLInputElement>) => {
    const value = Number(event.target.value)
    setTarget(value >= SNAP_POSITION ? END_POSITION : value)
  }

  return createPortal(
    <Dialog title={m.verification_human_title()} onClose={onCancel}>
      <p id={`${id}-lead`} className={styles.lead}>
        {m.verification_human_lead()} <span className={styles.keys}>{m.verification_human_keys()}</span>
      </p>
      <div className={styles.stage}>
        <CutScene
          head={laser.head}
          cut={laser.cut}
          burning={laser.burning}
          warm={warm}
          apart={ticket !== undefined}
        />
        <input
          ref={handle}
          data-autofocus
          type="range"
          className={styles.handle}
          min={0}
          max={END_POSITION}
          value={target}
          step={1}
          disabled={ticket !== undefined}
          aria-label={m.verification_human_label()}
          aria-describedby={`${id}-lead`}
          aria-valuetext={m.verification_human_value({ percent: Math.round(laser.cut * END_POSITION) })}
          onChange={lead}
        />
      </div>
      {fault?.text ? (
        <Notice tone="danger" role="alert">
          <p>{fault.text()}</p>
          <Button
            variant="secondary"
            size="small"
            className={styles.again}
            onClick={() => {
              setFault(undefined)
              handle.current?.focus()
              begin({ keepCut: fault.errorName !== REFUSED })
            }}
          >
            <RetryIcon />
            {m.verification_human_again()}
          </Button>
        </Notice>
      ) : (
        <p className={styles.status} role="status">
          {status({ through, worked: payload !== undefined, done: ticket !== undefined })}
        </p>
      )}
    </Dialog>,
    document.body,
  )
}

function status({ through, worked, done }: { through: boolean; worked: boolean; done: boolean }): string {
  if (done) return m.verification_human_done()
  if (through) return worked ? m.verification_human_checking() : m.verification_human_finishing()
  return worked ? m.verification_human_ready() : m.verification_human_warming()
}

function createAbortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
