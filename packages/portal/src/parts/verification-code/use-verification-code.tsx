/** Requests a verification code for a form: human check, sending, resend countdown, errors. */
import { ApiError } from '@kerf/contract/client/client'
import type { Scene } from '@kerf/contract/fields'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { describeError } from '../../lib/api/describe-error.ts'
import type { ErrorDescription } from '../../lib/api/error-texts.ts'
import { runHumanCheck } from '../human-check/run-human-check.tsx'
import { findNonce, secondsLeft, storeNonce } from './nonce-storage.ts'
import type { ReceiverKind } from './request-code.ts'
import type { VerificationCodeRequest } from './verification-code-handle.ts'

const REQUESTED_TOO_SOON = 'captcha_frequency'
const CLOCK_INTERVAL_MS = 500

export interface VerificationCodeOptions {
  readonly scene: Scene
  /** default `email` */
  readonly kind?: ReceiverKind
  /** the current value of the email or account field; '' for the account's own mailbox */
  readonly receiver: () => string
  /** obtains the nonce without naming the receiver */
  readonly open?: VerificationCodeRequest['open'] | undefined
  /** validates the receiver's field, shows its error, and returns whether it is valid */
  readonly check?: () => boolean
  /** the human check is a step: see `HumanCheckProps` */
  readonly isStep?: boolean | undefined
  /** the code was sent; the form moves the focus to its field */
  readonly onSent?: () => void
  /** a call failed; the same error is in `error` */
  readonly onError?: (error: ErrorDescription) => void
}

export interface VerificationCode {
  readonly request: () => void
  /** Ends a request that waits for the human check, and removes the check at once. */
  readonly cancel: () => void
  readonly pending: boolean
  /** seconds until a code may be requested again */
  readonly remaining: number
  /** the nonce to submit with the code, for the current receiver */
  readonly nonce: () => string | undefined
  /** text about the receiver of the last code; undefined before the first request and after a reload */
  readonly sent: string | undefined
  /** why the last request failed; `action: 'field'` belongs beside the receiver's field */
  readonly error: ErrorDescription | undefined
  /** whether this tab has already requested a code */
  readonly hasRequested: boolean
  readonly dialog: ReactNode
}

export function useVerificationCode(options: VerificationCodeOptions): VerificationCode {
  const { scene, kind = 'email', check, open: openNonce, isStep } = options
  const running = useRef<AbortController>(undefined)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ErrorDescription>()
  const [sentTo, setSentTo] = useState<string>()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const [clock, setClock] = useState({ remaining: 0, hasRequested: false })

  const currentRecord = () => findNonce(scene, options.receiver(), Date.now())

  function updateClock() {
    const record = currentRecord()
    const remaining = secondsLeft(record, Date.now())
    const hasRequested = record !== undefined
    setClock(now =>
      now.remaining === remaining && now.hasRequested === hasRequested ? now : { remaining, hasRequested },
    )
  }

  // The receiver's field is uncontrolled: each input may have changed the receiver that the clock counts for.
  const tick = useEffectEvent(updateClock)
  useEffect(() => {
    const onInput = () => tick()
    tick()
    const timer = setInterval(() => tick(), CLOCK_INTERVAL_MS)
    document.addEventListener('input', onInput)
    return () => {
      clearInterval(timer)
      document.removeEventListener('input', onInput)
    }
  }, [])

  useEffect(() => () => running.current?.abort(), [])

  function store(receiver: string, nonce: string, wait: number) {
    const now = Date.now()
    storeNonce(scene, receiver, { nonce, requestedAt: now, resendAt: now + wait * 1000 })
    // The field may appear only now, and is about to get the focus.
    flushSync(updateClock)
  }

  async function request() {
    if (running.current || secondsLeft(currentRecord(), Date.now()) > 0) return
    if (check && !check()) return
    const receiver = options.receiver().trim()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    let requestedNonce = ''
    setPending(true)
    setError(undefined)
    try {
      const flow = await import('./request-code.ts').catch(() => {
        throw new ApiError('unreachable', { reason: 'network' })
      })
      const { nonce, sentTo, wait } = await flow.requestCode({
        kind,
        scene,
        receiver,
        openNonce,
        runHumanCheck: () => runHumanCheck(flow.HumanCheck, scene, setDialog, signal, isStep),
        onNonce(nonce) {
          requestedNonce = nonce
        },
        signal,
      })
      store(receiver, nonce, wait)
      setSentTo(sentTo)
      options.onSent?.()
    } catch (error) {
      if (signal.aborted) return
      const explained = await describeError(error)
      const wait =
        error instanceof ApiError && error.errorName === REQUESTED_TOO_SOON ? error.retryAfter : undefined
      // A code sent earlier belongs to its own nonce, so that nonce stays stored.
      if (wait) store(receiver, currentRecord()?.nonce ?? requestedNonce, wait)
      const shown = wait ? { ...explained, text: () => m.verification_wait({ seconds: wait }) } : explained
      if (!shown.text) return
      setError(shown)
      options.onError?.(shown)
    } finally {
      running.current = undefined
      setDialog(null)
      setPending(false)
    }
  }

  function cancel() {
    running.current?.abort()
    // What gets the focus next may stand on the front of the card.
    flushSync(() => setDialog(null))
  }

  /** An address that was typed on this page is named there already. */
  const sentText = (receiver: string) =>
    kind === 'email' && !openNonce ? m.verification_sent() : m.verification_sent_to({ receiver })

  return {
    request,
    cancel,
    pending,
    remaining: clock.remaining,
    nonce: () => currentRecord()?.nonce,
    sent: clock.hasRequested && sentTo ? sentText(sentTo) : undefined,
    error,
    hasRequested: clock.hasRequested,
    dialog,
  }
}
