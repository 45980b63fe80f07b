import { ApiError } from '@kerf/contract/client/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import * as m from '@kerf/locales/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { trackResult } from '../../lib/analytics/track.ts'
import { callApi } from '../../lib/api/api-client.ts'
import { type FieldRule, requiredRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { reloadAccount } from '../../lib/session/current-account.ts'
import { toast } from '../../ui/toast/toast.ts'
import { redemptionsKey } from './redemptions-query.ts'

export type BenefitGrant = OutputOf<typeof redeem>

const ACCOUNT_CHANGED = 'authority'
const CODE_USED = 'used_redemption_code'
const TOO_MANY_ATTEMPTS = 'too_many_requests'

const codeRule: FieldRule = value => {
  if (value.trim() === '') return m.field_redemption_code_required
  return parseRedemptionCode(value) === undefined ? m.field_redemption_code_format : undefined
}

interface RedeemOptions {
  /** the account that the page shows */
  uid: string
  onGranted(granted: BenefitGrant): void
}

/** The redemption form. Submitting the same code again reuses the idempotency key, so that it grants the benefit once. */
export function useRedeem({ uid, onGranted }: RedeemOptions) {
  const sent = useRef({ code: '', key: '' })
  /** minutes until the next attempt is allowed, after too many attempts */
  const [wait, setWait] = useState<number>()
  const queryClient = useQueryClient()
  const refreshHistory = () => queryClient.invalidateQueries({ queryKey: redemptionsKey() })
  const form = useForm<'account' | 'code'>({
    rules: { account: requiredRule(m.exchange_account_unconfirmed), code: codeRule },
    fieldOf: {
      invalid_redemption_code: 'code',
      expired_redemption_code: 'code',
      used_redemption_code: 'code',
    },
    async send({ code: typed }, signal) {
      const code = parseRedemptionCode(typed) ?? ''
      if (sent.current.code !== code) sent.current = { code, key: crypto.randomUUID() }
      setWait(undefined)
      try {
        const answer = callApi(redeem, { code, uid }, { signal, idempotencyKey: sent.current.key })
        const granted = await trackResult('redeemNow', 'code', answer)
        sent.current = { code: '', key: '' }
        onGranted(granted)
        void refreshHistory()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // Another account signed in from another window. Reloading replaces this form, so a toast reports it.
        if (error.errorName === ACCOUNT_CHANGED) {
          toast(m.error_authority(), 'danger')
          return reloadAccount().catch(() => undefined)
        }
        handleError(error)
        throw error
      }
    },
  })

  function handleError({ errorName, retryAfter = 60 }: ApiError) {
    // This account may have used the code in another window.
    if (errorName === CODE_USED) void refreshHistory()
    if (errorName === TOO_MANY_ATTEMPTS) setWait(Math.ceil(retryAfter / 60))
  }

  return { form, wait }
}
