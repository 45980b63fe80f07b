import { postponePassword } from '@kerf/contract/endpoints/security'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { errorNameOf } from '../../lib/error-name.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './default-password-alert.module.css'
import { storePostponement } from './postponement.ts'

/** No postponement is left. */
const POSTPONEMENT_REFUSED = 'authority'

interface Props {
  /** the password can no longer be postponed */
  mustChangeNow: boolean
  onPostponed(): void
  /** the form that sets a password now */
  children: ReactNode
}

/** Asks to replace a password that an operator assigned. The change can be postponed a few times. */
export function DefaultPasswordAlert({ mustChangeNow: known, onPostponed, children }: Props) {
  const [postponementRefused, setPostponementRefused] = useState(false)
  const now = useRef<HTMLDivElement>(null)
  const onlyNow = known || postponementRefused
  const later = useForm<never>({
    rules: {},
    async send(_, signal) {
      try {
        const { left } = await callApi(postponePassword, {}, { signal })
        storePostponement(true)
        toast(m.default_password_left({ left }))
        onPostponed()
      } catch (error) {
        if (errorNameOf(error) !== POSTPONEMENT_REFUSED) throw error
        setPostponementRefused(true)
        now.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
      }
    },
  })
  return (
    <Card title={m.default_password_title()} description={m.default_password_text()}>
      {onlyNow && (
        <Notice tone="warning" role="alert">
          {m.default_password_only_now()}
        </Notice>
      )}
      <div ref={now}>{children}</div>
      {!onlyNow && (
        <form {...later.props} className={styles.later}>
          <ErrorNotice error={later.submitError} />
          <Button type="submit" wide variant="quiet" pending={later.pending}>
            {m.default_password_later()}
          </Button>
        </form>
      )}
    </Card>
  )
}
