import * as m from '@kerf/locales/messages'
import { account } from '../../lib/account.ts'
import { portalHref } from '../../lib/links.ts'
import { useStore } from '../../lib/store.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import styles from './steps.module.css'

interface Props {
  /** the account was created with an email address and a password */
  byEmail: boolean
  pending: boolean
  onContinue(): void
  /** the person leaves by a tip */
  onTip(): void
}

/** Welcomes a new account and suggests what to do next. */
export function Welcome({ byEmail, pending, onContinue, onTip }: Props) {
  const email = useStore(account)?.info.email
  return (
    <div className={styles.welcome}>
      <CutTick />
      {email && <p className={styles.email}>{m.social_welcome_email({ email })}</p>}
      <div className={styles.next}>
        <strong>{m.social_welcome_next()}</strong>
        <ul>
          <li>
            <PortalLink href={portalHref('profile/settings')} onClick={onTip}>
              {m.social_welcome_profile()}
            </PortalLink>
          </li>
          <li>
            <PortalLink href={portalHref(byEmail ? 'profile/training' : 'profile/security')} onClick={onTip}>
              {byEmail ? m.social_welcome_training() : m.social_welcome_password()}
            </PortalLink>
          </li>
        </ul>
      </div>
      <Button wide pending={pending} onClick={onContinue}>
        {m.social_welcome_go()}
      </Button>
    </div>
  )
}

/** Drawing: a part with a check mark, cut out of its sheet. */
function CutTick() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 96 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M6 6h84v84H6z" strokeWidth="1" strokeDasharray="2 4" opacity=".5" />
      <circle cx="48" cy="48" r="31" pathLength="100" className={styles.cut} />
      <path d="M34 49l10 10 19-22" pathLength="100" className={styles.cut} />
    </svg>
  )
}
