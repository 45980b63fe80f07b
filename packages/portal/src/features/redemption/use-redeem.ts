import { CallError } from '@kerf/contract/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { parseCode } from '@kerf/contract/redemption-code'
import * as m from '@kerf/locales/messages'
import { useRef, useState } from 'react'
import { reloadAccount } from '../../lib/account-data.ts'
import { call } from '../../lib/call.ts'
import { useForm } from '../../lib/form.ts'
import { filled, type Rule } from '../../lib/rules.ts'
import { trackResult } from '../../lib/track.ts'
import { toast } from '../../ui/toast-region/toast-store.ts'

export type Granted = OutputOf<typeof redeem>

const ANOTHER_ACCOUNT = 20102
const USED = 20303
const TOO_MANY = 20429

const codeRule: Rule = value => {
  if (value.trim() === '') return m.field_redemption_code_required
  return parseCode(value) === undefined ? m.field_redemption_code_format : undefined
}

interface Spec {
  /** whom the page shows */
  uid: string
  onGranted(granted: Granted): void
  /** the code is used already, maybe by this very account */
  onUsed(): void
}

/** The form of a code. The same code sent again, because no answer came, is the same call and grants once. */
export function useRedeem({ uid, onGranted, onUsed }: Spec) {
  const sent = useRef({ code: '', key: '' })
  /** minutes until another try, where there were too many */
  const [wait, setWait] = useState<number>()
  const form = useForm<'account' | 'code'>({
    rules: { account: filled(m.exchange_account_unconfirmed), code: codeRule },
    fieldOf: { 20301: 'code', 20302: 'code', 20303: 'code' },
    async send({ code: typed }, signal) {
      const code = parseCode(typed) ?? ''
      if (sent.current.code !== code) sent.current = { code, key: crypto.randomUUID() }
      setWait(undefined)
      try {
        const answer = call(redeem, { code, uid }, { signal, idempotencyKey: sent.current.key })
        const granted = await trackResult('redeemNow', 'code', answer)
        sent.current = { code: '', key: '' }
        onGranted(granted)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        // Somebody else signed in meanwhile, in another window. The page shows who, with a form of their own, so it is told
        // beside the form.
        if (error.code === ANOTHER_ACCOUNT) {
          toast(m.error_authority(), 'danger')
          return reloadAccount().catch(() => undefined)
        }
        heed(error)
        throw error
      }
    },
  })

  function heed({ code, retryAfter = 60 }: CallError) {
    if (code === USED) onUsed()
    if (code === TOO_MANY) setWait(Math.ceil(retryAfter / 60))
  }

  return { form, wait }
}
