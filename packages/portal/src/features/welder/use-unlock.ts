import { ApiError, createClient } from '@kerf/contract/client/client'
import {
  createUnlockChallenge,
  issueUnlockPassword,
  type LightSource,
  requestUnlock,
} from '@kerf/contract/endpoints/welder'
import type { AnyErrorName } from '@kerf/contract/errors'
import { ACTIVATION_TIMEOUT_MS } from '@kerf/contract/limits'
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import * as m from '@kerf/locales/messages'
import { useRef, useState } from 'react'
import { callApi, clientContext } from '../../lib/api/api-client.ts'
import type { FieldRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { solveProofOfWork } from '../../lib/proof-of-work/proof-of-work.ts'
import { rememberMachine } from './use-known-machines.ts'

/** No response, rate limited, or a server error. */
const UNKNOWN_OUTCOME_ERRORS: readonly (AnyErrorName | undefined)[] = [
  'offline',
  'unreachable',
  'too_many_requests',
  'system',
]

/** Whether the server may or may not have processed the request, so that exactly the same request should be retried. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError &&
  (UNKNOWN_OUTCOME_ERRORS.includes(error.errorName) || (error.status ?? 0) >= 500)

const WORK_REQUIRED = 'unlock_work_required'
const INVALID_SERIAL_NUMBER = 'invalid_device_sn'
const NOT_WATCHED = 'training_not_finished'

const snRule: FieldRule = value => {
  const error = serialNumberError(value)
  if (error === undefined) return undefined
  if (error === 'required') return () => m.field_required({ label: m.unlock_sn() })
  return error === 'length' ? m.unlock_sn_length : m.unlock_sn_invalid
}

interface UnlockRequest {
  readonly sn: string
  readonly lightSource: LightSource
  readonly token: string
  readonly activation: string
}

export interface Unlocked {
  readonly sn: string
  readonly password: string
  /** number of passwords generated in this window */
  readonly count: number
}

interface UnlockOptions {
  lightSource: LightSource
  /** the server no longer accepts that the course was watched */
  onNotWatched(): void
  /** a password is shown, or no longer */
  onUnlocked(unlocked: boolean): void
}

/** The activation URL may belong to another server, so the request carries no session token. */
function activateAt(address: string, token: string, signal: AbortSignal) {
  const client = createClient({
    ...clientContext,
    baseUrl: address,
    token: () => undefined,
    timeoutMs: ACTIVATION_TIMEOUT_MS,
  })
  return client(
    address === '' ? issueUnlockPassword : { ...issueUnlockPassword, path: '' },
    { token },
    { signal },
  )
}

/** Upper bound of the attempts of the first proof of work of a network. It only scales the progress shown. */
const WORK_ATTEMPTS_MAX = 8_000

/** The proof of work that the server asks for from the fourth password of a machine a day on. */
async function solveWork(sn: string, onProgress: (done: number) => void, signal: AbortSignal) {
  onProgress(0)
  const { challenge } = await callApi(createUnlockChallenge, { sn }, { signal })
  const { parameters } = challenge as { parameters?: { data?: { level?: number } } }
  const attempts = WORK_ATTEMPTS_MAX * 2 ** (parameters?.data?.level ?? 0)
  return solveProofOfWork(challenge, tried => onProgress(Math.min(tried / attempts, 0.99)), signal)
}

/** Requests unlock passwords for a serial number, one per submit. */
export function useUnlock({ lightSource, onNotWatched, onUnlocked }: UnlockOptions) {
  const [unlocked, setUnlocked] = useState<Unlocked>()
  /** how much of a proof of work is done, from 0 to 1; undefined: none is running */
  const [workDone, setWorkDone] = useState<number>()
  /** A request whose outcome is unknown. Sending it again does not consume another activation. */
  const unanswered = useRef<UnlockRequest>(undefined)

  async function getUnlockRequest(sn: string, signal: AbortSignal): Promise<UnlockRequest> {
    const previous = unanswered.current
    if (previous?.sn === sn && previous.lightSource === lightSource) return previous
    const machine = { sn, lightSource }
    const made = await callApi(requestUnlock, machine, { signal }).catch(async error => {
      if (!(error instanceof ApiError) || error.errorName !== WORK_REQUIRED) throw error
      const work = await solveWork(sn, setWorkDone, signal).finally(() => setWorkDone(undefined))
      return callApi(requestUnlock, { ...machine, work }, { signal })
    })
    return { ...machine, ...made }
  }

  const form = useForm<'sn'>({
    rules: { sn: snRule },
    fieldOf: { [INVALID_SERIAL_NUMBER]: 'sn' },
    async send({ sn: typed }, signal) {
      const sn = normalizeSerialNumber(typed)
      try {
        unanswered.current = await getUnlockRequest(sn, signal)
        const { activation, token } = unanswered.current
        const { password } = await activateAt(activation, token, signal).catch(error => {
          // A rejected request would be rejected again, so the next attempt creates a new one.
          if (!isOutcomeUnknown(error)) unanswered.current = undefined
          throw error
        })
        unanswered.current = undefined
        void rememberMachine(sn)
        setUnlocked(before => ({ sn, password, count: (before?.count ?? 0) + 1 }))
        // Together with the password, so that what it changes above is in place when the password is scrolled to.
        onUnlocked(true)
      } catch (error) {
        if (error instanceof ApiError && error.errorName === NOT_WATCHED) onNotWatched()
        throw error
      }
    },
  })
  return { form, unlocked, workDone, clear: () => setUnlocked(undefined) }
}
