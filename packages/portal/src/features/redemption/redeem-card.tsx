import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import type { FullInfo } from '../../lib/session/account.ts'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { CodeInput } from './code-input.tsx'
import styles from './redeem-card.module.css'
import { SuccessDialog } from './success-dialog.tsx'
import { type BenefitGrant, useRedeem } from './use-redeem.ts'

interface Props {
  info: FullInfo
  /** signs out, so that the person can log in with another account */
  onOther(): void
  signingOut: boolean
}

/** Redeems a code in three steps: confirm the account, enter the code, see the result. */
export function RedeemCard({ info, onOther, signingOut }: Props) {
  const { uid, email, nickname, headpic } = info
  const [granted, setGranted] = useState<BenefitGrant>()
  const { form, wait } = useRedeem({
    uid,
    onGranted: setGranted,
  })

  // A change of the code removes the error of the field, and the link with it.
  const isExpired =
    form.submitError?.errorName === 'expired_redemption_code' && form.error('code') !== undefined

  function close() {
    setGranted(undefined)
    const input = form.props.ref.current?.elements.namedItem('code')
    if (!(input instanceof HTMLInputElement)) return
    input.value = ''
    // The count of typed characters follows this event.
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <Card title={m.exchange_redeem_title()}>
      <form {...form.props}>
        <ol className={styles.steps} data-done={granted && ''}>
          <li className={styles.step}>
            <h3>{m.exchange_step_account()}</h3>
            <div className={styles.account}>
              <Avatar picture={headpic} name={nickname || email} />
              <div className={styles.person}>
                <strong>{nickname || email}</strong>
                {nickname && <span>{email}</span>}
              </div>
              <div className={styles.confirm}>
                <Checkbox name="account" label={m.exchange_account_confirm()} error={form.error('account')} />
                <Button variant="quiet" size="small" pending={signingOut} onClick={onOther}>
                  {m.exchange_account_other()}
                </Button>
              </div>
            </div>
          </li>
          <li className={styles.step}>
            <h3>{m.exchange_step_code()}</h3>
            <CodeInput
              name="code"
              label={m.exchange_code()}
              hint={m.exchange_code_hint()}
              error={
                isExpired ? (
                  <>
                    {form.error('code')}
                    {sentenceSpace()}
                    <HelpLink>{m.customer_service()}</HelpLink>
                  </>
                ) : (
                  form.error('code')
                )
              }
            />
            {wait === undefined ? (
              <ErrorNotice error={form.submitError} />
            ) : (
              <Notice tone="danger" role="alert">
                {m.exchange_wait({ minutes: wait })}
              </Notice>
            )}
            <Button type="submit" pending={form.pending} className={styles.submit}>
              {m.exchange_redeem()}
            </Button>
          </li>
          <li className={styles.step} data-ahead="">
            <h3>{m.exchange_step_result()}</h3>
            <p>{m.exchange_redeem_text()}</p>
          </li>
        </ol>
      </form>
      {granted && <SuccessDialog granted={granted} onClose={close} />}
    </Card>
  )
}
