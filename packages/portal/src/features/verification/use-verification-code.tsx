/** The way of a one-time code, from the button to the mailbox, as one hook a form hangs its fields on. */
import { ApiError } from '@kerf/contract/client'
import type { Scene } from '@kerf/contract/fields'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import type { VerificationCodeRequest } from '../../ui/code-field/verification-code-slot.ts'
import { findNonce, secondsLeft, storeNonce } from './nonce-storage.ts'
import type { ReceiverKind } from './request-code.ts'
import { runHumanCheck } from './run-human-check.tsx'

const REQUESTED_TOO_SOON = 'captcha_frequency'

export interface VerificationCodeOptions {
  readonly scene: Scene
  /** default `email` */
  readonly kind?: ReceiverKind
  /** the e-mail or account as typed now; '' for the account's own mailbox */
  readonly receiver: () => string
  /** another way to the nonce than by the receiver */
  readonly open?: VerificationCodeRequest['open'] | undefined
  /** the form looks at its field, shows and focuses a fault, and answers whether to go on */
  readonly check?: () => boolean
  /** the code is on its way: time to move focus to its field */
  readonly onSent?: () => void
  /** a call failed; the same is in `fault` */
  readonly onFault?: (fault: ErrorDescription) => void
}

export interface VerificationCode {
  readonly request: () => void
  readonly pending: boolean
  /** seconds until the code may be asked for again */
  readonly remaining: number
  /** the nonce to send along with the code, for the receiver typed now */
  readonly nonce: () => string | undefined
  /** where the last code went, in words; undefined before, and after a reload */
  readonly sent: string | undefined
  /** why the last request failed; `action: 'field'` belongs beside the receiver's field */
  readonly fault: ErrorDescription | undefined
  /** whether a code was asked for in this tab already */
  readonly hasRequested: boolean
  readonly dialog: ReactNode
}

export function useVerificationCode(options: VerificationCodeOptions): VerificationCode {
  const latest = useRef(options)
  latest.current = options
  const { scene } = options
  const running = useRef<AbortController>(undefined)
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<ErrorDescription>()
  const [sentTo, setSentTo] = useState<string>()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const [clock, setClock] = useState({ remaining: 0, asked: false, turn: 0 })

  const recall = () => findNonce(scene, latest.current.receiver(), Date.now())

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` starts the clock again after a request
  useEffect(() => {
    const tick = () => {
      const record = findNonce(scene, latest.current.receiver(), Date.now())
      const remaining = secondsLeft(record, Date.now())
      const asked = record !== undefined
      setClock(now =>
        now.remaining === remaining && now.asked === asked ? now : { ...now, remaining, asked },
      )
      if (!findNonce(scene, '', Date.now())) clearInterval(timer)
    }
    const timer = setInterval(tick, 500)
    tick()
    return () => clearInterval(timer)
  }, [scene, clock.turn])

  useEffect(() => () => running.current?.abort(), [])

  function remember(receiver: string, nonce: string, wait: number) {
    const now = Date.now()
    storeNonce(scene, receiver, { nonce, requestedAt: now, resendAt: now + wait * 1000 })
    setClock(before => ({ ...before, turn: before.turn + 1 }))
  }

  async function request() {
    if (running.current || secondsLeft(recall(), Date.now()) > 0) return
    const { kind = 'email', receiver: typed, check, open: openNonce } = latest.current
    if (check && !check()) return
    const receiver = typed().trim()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    let opened = ''
    setPending(true)
    setFault(undefined)
    try {
      const flow = await import('./request-code.ts').catch(() => {
        throw new ApiError('unreachable', { reason: 'network' })
      })
      const prove = () => runHumanCheck(flow.HumanCheckDialog, scene, setDialog, signal)
      const onNonce = (nonce: string) => {
        opened = nonce
      }
      const { nonce, sentTo, wait } = await flow.requestCode({
        kind,
        scene,
        receiver,
        openNonce,
        runHumanCheck: prove,
        onNonce,
        signal,
      })
      remember(receiver, nonce, wait)
      setSentTo(sentTo)
      latest.current.onSent?.()
    } catch (error) {
      if (signal.aborted) return
      const told = await describeError(error)
      const wait =
        error instanceof ApiError && error.errorName === REQUESTED_TOO_SOON ? error.retryAfter : undefined
      // The code already on its way belongs to the nonce it was asked with: that one is kept.
      if (wait) remember(receiver, recall()?.nonce ?? opened, wait)
      const shown = wait ? { ...told, text: () => m.verification_wait({ seconds: wait }) } : told
      if (!shown.text) return
      setFault(shown)
      latest.current.onFault?.(shown)
    } finally {
      running.current = undefined
      setDialog(null)
      setPending(false)
    }
  }

  return {
    request,
    pending,
    remaining: clock.remaining,
    nonce: () => recall()?.nonce,
    sent: clock.asked && sentTo ? m.verification_sent_to({ receiver: sentTo }) : undefined,
    fault,
    hasRequested: clock.asked,
    dialog,
  }
}
