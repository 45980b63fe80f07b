import { ApiError } from '@kerf/contract/client/client'
import * as m from '@kerf/locales/messages'
import { type ChangeEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { describeError } from '../../lib/api/describe-error.ts'
import type { ErrorDescription } from '../../lib/api/error-texts.ts'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { Button } from '../../ui/button/button.tsx'
import { CardBack } from '../../ui/card/card-back.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { RetryIcon } from '../../ui/icon/icons.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { CutScene } from './cut-scene.tsx'
import styles from './human-check.module.css'
import { solveChallenge, submitSolution } from './solve-challenge.ts'
import { useLaser } from './use-laser.ts'

const EXPIRED = 'expired'
const CHECK_FAILED = 'human_verification_failed'
const END_POSITION = 100
/** From this position on, the slider snaps to the end. */
const SNAP_POSITION = 93
/** How long the finished cut is shown before the check closes. */
const SUCCESS_DISPLAY_MS = 900

export interface HumanCheckProps {
  onTicket: (ticket: string) => void
  onCancel: () => void
  /** the step around it has the title of the check, and its way back ends the check */
  isStep?: boolean | undefined
}

/**
 * A slider in front of a proof of work: the challenge is solved while the person moves the laser along the path. It stands on the
 * back of the card or dialog that it is rendered in, else of that which has the person's attention, else in a dialog of its own.
 */
export function HumanCheck({ onTicket, onCancel, isStep }: HumanCheckProps) {
  const id = useId()
  const handle = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLSpanElement>(null)
  const [front, setFront] = useState<Element | null>()
  useLayoutEffect(() => setFront(place.current?.closest('[data-front]') ?? findFront()), [])
  const [attempt, setAttempt] = useState(0)
  const [target, setTarget] = useState(0)
  const [progress, setProgress] = useState({ attempt, done: 0 })
  const [solution, setSolution] = useState<{ attempt: number; payload: string }>()
  const [ticket, setTicket] = useState<string>()
  const [error, setError] = useState<ErrorDescription>()
  const laser = useLaser(target / END_POSITION)
  const isCut = laser.cut === 1
  const isDone = ticket !== undefined
  // Progress and solution of an earlier attempt do not count.
  const done = progress.attempt === attempt ? progress.done : 0
  const payload = solution?.attempt === attempt ? solution.payload : undefined

  /** Solves a new challenge. */
  function restart({ keepPosition }: { keepPosition: boolean }) {
    if (!keepPosition) {
      setTarget(0)
      laser.newSheet()
    }
    setAttempt(number => number + 1)
  }

  const fail = useEffectEvent(async (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return
    // The first solution may expire while the person reads. Solve a new challenge and keep the cut.
    if (error instanceof ApiError && error.errorName === EXPIRED && attempt === 0)
      return restart({ keepPosition: true })
    const explained = await describeError(error)
    if (!signal.aborted) setError(explained)
  })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    solveChallenge(done => setProgress({ attempt, done }), signal).then(
      payload => setSolution({ attempt, payload }),
      error => fail(error, signal),
    )
    return () => controller.abort()
  }, [attempt])

  useEffect(() => {
    if (!isCut || !payload) return
    const controller = new AbortController()
    submitSolution(payload, controller.signal).then(setTicket, error => fail(error, controller.signal))
    return () => controller.abort()
  }, [isCut, payload])

  useEffect(() => {
    if (!ticket) return
    const timer = setTimeout(onTicket, SUCCESS_DISPLAY_MS, ticket)
    return () => clearTimeout(timer)
  }, [ticket, onTicket])

  const moveLaser = (event: ChangeEvent<HTMLInputElement>) => {
    const value = Number(event.target.value)
    setTarget(value >= SNAP_POSITION ? END_POSITION : value)
  }

  if (front === undefined) return <span ref={place} hidden />
  const check = (
    <>
      <p id={`${id}-lead`} className={styles.lead} data-done={isDone || undefined}>
        {m.verification_human_lead()}
        {sentenceSpace()}
        <span className={styles.keys}>{m.verification_human_keys()}</span>
      </p>
      <div className={styles.stage}>
        <CutScene head={laser.head} cut={laser.cut} burning={laser.burning} warm={done} apart={isDone} />
        <input
          ref={handle}
          data-autofocus
          type="range"
          className={styles.handle}
          min={0}
          max={END_POSITION}
          value={target}
          step={1}
          disabled={isDone}
          aria-label={m.verification_human_label()}
          aria-describedby={`${id}-lead`}
          aria-valuetext={m.verification_human_value({ percent: Math.round(laser.cut * END_POSITION) })}
          onChange={moveLaser}
        />
      </div>
      {error?.text ? (
        <Notice tone="danger" role="alert">
          <p>{error.text()}</p>
          <Button
            variant="secondary"
            size="small"
            className={styles.again}
            onClick={() => {
              setError(undefined)
              handle.current?.focus()
              restart({ keepPosition: error.errorName !== CHECK_FAILED })
            }}
          >
            <RetryIcon />
            {m.verification_human_again()}
          </Button>
        </Notice>
      ) : (
        <p className={styles.status} role="status">
          {status({ isCut, isSolved: payload !== undefined, isDone })}
        </p>
      )}
      <div className={styles.buttons} data-done={isDone || undefined}>
        {/* For who cannot drag (WCAG 2.2, 2.5.7 and 3.3.8). The server checks the proof of work alone, with either gesture. */}
        <Button
          variant="quiet"
          size="small"
          aria-disabled={target === END_POSITION}
          onClick={() => setTarget(END_POSITION)}
        >
          {m.verification_human_button()}
        </Button>
        {front && !isStep && (
          <Button variant="plain" size="small" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        )}
      </div>
    </>
  )
  const title = m.verification_human_title()
  return front
    ? createPortal(
        <CardBack front={front} title={title} isTitled={isStep} onClose={onCancel}>
          {check}
        </CardBack>,
        front,
      )
    : createPortal(
        <Dialog title={title} onClose={onCancel}>
          {check}
        </Dialog>,
        document.body,
      )
}

/** Of a call that knows no place: the upper dialog, else the card that has the focus. */
const findFront = (): Element | null =>
  [...document.querySelectorAll('dialog[open] > [data-front]')].at(-1) ??
  document.activeElement?.closest('[data-front]') ??
  null

interface CheckStatus {
  isCut: boolean
  isSolved: boolean
  isDone: boolean
}

function status({ isCut, isSolved, isDone }: CheckStatus): string {
  if (isDone) return m.verification_human_done()
  if (isCut) return isSolved ? m.verification_human_checking() : m.verification_human_finishing()
  return isSolved ? m.verification_human_ready() : m.verification_human_warming()
}
