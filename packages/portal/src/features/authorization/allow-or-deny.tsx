import * as m from '@kerf/locales/messages'
import { useForm } from '../../lib/form/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import styles from './consent.module.css'

interface Props {
  onAllow(): Promise<void>
  onDeny(): Promise<void>
  denyText: string
}

/** The two answers to an app's request. While one is sent, the other cannot be given. */
export function AllowOrDeny({ onAllow, onDeny, denyText }: Props) {
  const allow = useForm<never>({ rules: {}, send: onAllow })
  const deny = useForm<never>({ rules: {}, send: onDeny })
  return (
    <>
      <ErrorNotice error={allow.submitError ?? deny.submitError} />
      <div className={styles.actions}>
        <form {...allow.props} aria-label={m.authorize_allow()}>
          <Button type="submit" wide pending={allow.pending} disabled={deny.pending}>
            {m.authorize_allow()}
          </Button>
        </form>
        <form {...deny.props} aria-label={denyText}>
          <Button type="submit" variant="secondary" wide pending={deny.pending} disabled={allow.pending}>
            {denyText}
          </Button>
        </form>
      </div>
    </>
  )
}
