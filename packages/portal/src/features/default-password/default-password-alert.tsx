import { postponePassword } from '@kerf/contract/endpoints/password'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useId, useRef, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './default-password-alert.module.css'
import { storePostponement } from './postponement.ts'

const ShieldAlertIcon = /* @__PURE__ */ icon(
  path('M10 2.5l6.5 2.5v4.5c0 4-2.7 6.6-6.5 8-3.8-1.4-6.5-4-6.5-8V5L10 2.5ZM10 6.7v3.8M10 13.2v.1'),
)

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
  const id = useId()
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
    <section className={styles.alert} aria-labelledby={id}>
      <header className={styles.header}>
        <span className={styles.shield}>
          <ShieldAlertIcon />
        </span>
        <div>
          <p className={styles.kind}>{m.default_password_alert()}</p>
          <h2 id={id}>{m.default_password_title()}</h2>
          <p>{m.default_password_text()}</p>
        </div>
      </header>
      <div className={styles.body}>
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
      </div>
    </section>
  )
}
