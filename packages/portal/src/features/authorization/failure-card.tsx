import * as m from '@kerf/locales/messages'
import { account, isEnterprise } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import type { AuthorizationFailure } from './authorization-failure.ts'
import styles from './consent.module.css'

/** Why a login by OpenID Connect ended here, and the way on. Nothing was sent to the app. */
export function FailureCard({ failure: { kind, error, request } }: { failure: AuthorizationFailure }) {
  const text = {
    expired: m.authorize_expired_text,
    app: m.authorize_error_app,
    server: m.authorize_error_server,
    request: m.authorize_error_request,
    logout: m.authorize_logout_error_text,
  }[kind]
  const info = account.get()?.info
  return (
    <Card>
      <div className={styles.body}>
        <Notice tone={kind === 'expired' ? 'warning' : 'danger'} role="alert">
          {text()}
        </Notice>
        {(error || request) && (
          <dl className={styles.facts}>
            {error && (
              <>
                <dt>{m.authorize_error_code()}</dt>
                <dd>{error}</dd>
              </>
            )}
            {request && (
              <>
                <dt>{m.authorize_error_id()}</dt>
                <dd>{request}</dd>
              </>
            )}
          </dl>
        )}
        <PortalLink href={portalHref(info && isEnterprise(info) ? 'profile-business/settings' : 'profile')}>
          {m.authorize_home()}
        </PortalLink>
      </div>
    </Card>
  )
}
