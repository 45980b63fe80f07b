import { ApiError } from '@kerf/contract/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import * as m from '@kerf/locales/messages'
import { useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { reloadAccount } from '../../lib/current-account.ts'
import { type FieldRule, requiredRule } from '../../lib/field-rules.ts'
import { trackResult } from '../../lib/track.ts'
import { useForm } from '../../lib/use-form.ts'
import { toast } from '../../ui/toast-region/toast-store.ts'

export type BenefitGrant = OutputOf<typeof redeem>

const ACCOUNT_CHANGED = 'authority'
const CODE_USED = 'used_redemption_code'
const TOO_MANY_ATTEMPTS = 'too_many_requests'

const codeRule: FieldRule = value => {
  if (value.trim() === '') return m.field_redemption_code_required
  return parseRedemptionCode(value) === undefined ? m.field_redemption_code_format : undefined
}

interface RedeemOptions {
  /** whom the page shows */
  uid: string
  onGranted(granted: BenefitGrant): void
  /** the code is used already, maybe by this very account */
  onUsed(): void
}

/** The form of a code. The same code sent again, because no answer came, is the same call and grants once. */
export function useRedeem({ uid, onGranted, onUsed }: RedeemOptions) {
  const sent = useRef({ code: '', key: '' })
  /** minutes until another try, where there were too many */
  const [wait, setWait] = useState<number>()
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
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // Somebody else signed in meanwhile, in another window. The page shows who, with a form of their own, so it is told
        // beside the form.
        if (error.errorName === ACCOUNT_CHANGED) {
          toast(m.error_authority(), 'danger')
          return reloadAccount().catch(() => undefined)
        }
        heed(error)
        throw error
      }
    },
  })

  function heed({ errorName, retryAfter = 60 }: ApiError) {
    if (errorName === CODE_USED) onUsed()
    if (errorName === TOO_MANY_ATTEMPTS) setWait(Math.ceil(retryAfter / 60))
  }

  return { form, wait }
}
