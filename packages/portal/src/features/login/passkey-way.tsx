import * as m from '@kerf/locales/messages'
import { useId } from 'react'
import { lastWay } from '../../lib/session/last-way.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button/button.tsx'
import { FingerprintIcon } from '../../ui/icon/fingerprint-icon.tsx'
import { LastUsed } from '../../ui/last-used/last-used.tsx'
import styles from './form.module.css'

/** The button of the login with a passkey. Low windows have it beside those of social services, with a short name. */
export function PasskeyWay({ pending, onClick }: { pending: boolean; onClick(): void }) {
  const mark = useId()
  const isLast = useStore(lastWay, '') === 'passkey'
  return (
    <Button
      variant="secondary"
      wide
      aria-label={m.login_by_passkey()}
      aria-describedby={isLast ? mark : undefined}
      pending={pending}
      onClick={onClick}
    >
      <FingerprintIcon />
      <span className={styles.full}>{m.login_by_passkey()}</span>
      <span className={styles.short}>{m.login_passkey()}</span>
      {isLast && (
        <span id={mark}>
          <LastUsed corner />
        </span>
      )}
    </Button>
  )
}
