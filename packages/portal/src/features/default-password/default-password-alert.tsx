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
import { toast } from '../../ui/toast-region/toast-store.ts'
import styles from './default-password-alert.module.css'
import { storePostponement } from './postponement.ts'

const REFUSED = 'authority'

interface Props {
  /** known already to be so */
  mustChangeNow: boolean
  onPostponed(): void
  /** the form that sets a password now */
  children: ReactNode
}

/** The security alert for a password that an operator gave: set one now, or, a few times, later. */
export function DefaultPasswordAlert({ mustChangeNow: known, onPostponed, children }: Props) {
  const [refused, setRefused] = useState(false)
  const now = useRef<HTMLDivElement>(null)
  const onlyNow = known || refused
  const later = useForm<never>({
    rules: {},
    async send(_, signal) {
      try {
        const { left } = await callApi(postponePassword, {}, { signal })
        storePostponement(true)
        toast(m.default_password_left({ left }))
        onPostponed()
      } catch (error) {
        if (errorNameOf(error) !== REFUSED) throw error
        setRefused(true)
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
