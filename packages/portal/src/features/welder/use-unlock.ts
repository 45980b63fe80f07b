import { ApiError, createClient } from '@kerf/contract/client'
import { issueUnlockPassword, type LightSource, requestUnlock } from '@kerf/contract/endpoints/welder'
import { ACTIVATION_TIMEOUT_MS } from '@kerf/contract/limits'
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import * as m from '@kerf/locales/messages'
import { useRef, useState } from 'react'
import { callApi, clientContext } from '../../lib/api-client.ts'
import type { FieldRule } from '../../lib/field-rules.ts'
import { useForm } from '../../lib/use-form.ts'
import { isOutcomeUnknown } from './unknown-outcome.ts'

const HUMAN_CHECK_REQUIRED = 'human_verification_required'
const INVALID_SERIAL_NUMBER = 'invalid_device_sn'
const NOT_WATCHED = 'training_not_finished'

const snRule: FieldRule = value => {
  const fault = serialNumberError(value)
  if (fault === undefined) return undefined
  if (fault === 'required') return () => m.field_required({ label: m.unlock_sn() })
  return fault === 'length' ? m.unlock_sn_length : m.unlock_sn_invalid
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
  /** how many were made in this window: tells that a further one is new */
  readonly count: number
}

interface UnlockOptions {
  lightSource: LightSource
  /** asks for the human check and resolves to its ticket */
  runHumanCheck(signal: AbortSignal): Promise<string>
  /** the server does not know of a watched course any more */
  onNotWatched(): void
}

/** Another server may serve it: it gets the request and nothing of who is signed in here. */
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

/** From the SN to the password; and to the next one. */
export function useUnlock({ lightSource, runHumanCheck, onNotWatched }: UnlockOptions) {
  const [unlocked, setUnlocked] = useState<Unlocked>()
  /** one that was made and not answered: sent again, it uses up no further number */
  const open = useRef<UnlockRequest>(undefined)

  async function request(sn: string, signal: AbortSignal): Promise<UnlockRequest> {
    const kept = open.current
    if (kept?.sn === sn && kept.lightSource === lightSource) return kept
    const wish = { sn, lightSource }
    const made = await callApi(requestUnlock, wish, { signal }).catch(async error => {
      if (!(error instanceof ApiError) || error.errorName !== HUMAN_CHECK_REQUIRED) throw error
      const ticket = await runHumanCheck(signal)
      return callApi(requestUnlock, { ...wish, ticket }, { signal })
    })
    return { ...wish, ...made }
  }

  const form = useForm<'sn'>({
    rules: { sn: snRule },
    fieldOf: { [INVALID_SERIAL_NUMBER]: 'sn' },
    async send({ sn: typed }, signal) {
      const sn = normalizeSerialNumber(typed)
      try {
        open.current = await request(sn, signal)
        const { activation, token } = open.current
        const { password } = await activateAt(activation, token, signal).catch(error => {
          // Once refused, it would be refused again: the next one is made anew.
          if (!isOutcomeUnknown(error)) open.current = undefined
          throw error
        })
        open.current = undefined
        setUnlocked(before => ({ sn, password, count: (before?.count ?? 0) + 1 }))
      } catch (error) {
        if (error instanceof ApiError && error.errorName === NOT_WATCHED) onNotWatched()
        throw error
      }
    },
  })
  return { form, unlocked, forget: () => setUnlocked(undefined) }
}
