import * as m from '@kerf/locales/messages'
import { portalHref } from '../../lib/url/links.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { KeyIcon } from '../../ui/icon/fact-icons.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import styles from './steps.module.css'

const PersonIcon = /* @__PURE__ */ icon(
  path('M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 17.5c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5'),
)
const GogglesIcon = /* @__PURE__ */ icon(
  path(
    'M2.5 8h15v3.5a3 3 0 0 1-3 3h-1c-1.6 0-2.2-2.5-3.5-2.5s-1.9 2.5-3.5 2.5h-1a3 3 0 0 1-3-3V8ZM2.5 9.5L1.5 6.5M17.5 9.5l1-3',
  ),
)
const ForwardIcon = /* @__PURE__ */ icon(path('M7.5 5l5 5-5 5'))

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
  return (
    <div className={styles.welcome}>
      <div className={styles.next}>
        <strong>{m.social_welcome_next()}</strong>
        <ul>
          <li>
            <PortalLink href={portalHref('profile/settings')} onClick={onTip}>
              <PersonIcon />
              <span>{m.social_welcome_profile()}</span>
              <ForwardIcon />
            </PortalLink>
          </li>
          <li>
            <PortalLink href={portalHref(byEmail ? 'profile/training' : 'profile/security')} onClick={onTip}>
              {byEmail ? <GogglesIcon /> : <KeyIcon />}
              <span>{byEmail ? m.social_welcome_training() : m.social_welcome_password()}</span>
              <ForwardIcon />
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
