import * as m from '@kerf/locales/messages'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { account, homePage } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { HelpButton } from '../../ui/help-link/help-button.tsx'
import { PageStep } from '../../ui/page-step/page-step.tsx'
import type { AuthorizationFailure } from './authorization-failure.ts'

type Texts = readonly [title: () => string, text: () => string]

const TEXTS: Readonly<Record<AuthorizationFailure['kind'], Texts>> = {
  expired: [m.authorize_expired_title, m.authorize_expired_text],
  app: [m.authorize_error_title, m.authorize_error_app],
  server: [m.authorize_error_title, m.authorize_error_server],
  request: [m.authorize_error_title, m.authorize_error_request],
  logout: [m.authorize_logout_error_title, m.authorize_logout_error_text],
}

/** Why a login by OpenID Connect ended here, and the way on. Nothing was sent to the app. */
export function FailureCard({
  failure: { kind, error, request },
  takesFocus = false,
}: {
  failure: AuthorizationFailure
  /** it replaced another step */
  takesFocus?: boolean
}) {
  const [title, text] = TEXTS[kind]
  const info = account.get()?.info
  const copyButton = (
    <CopyButton text={[error, request].filter(Boolean).join(' ')} what={m.authorize_error_details()} named />
  )
  useDocumentTitle(title())
  return (
    <PageStep
      tone={kind === 'expired' ? 'warning' : 'danger'}
      title={title()}
      text={<span role="alert">{text()}</span>}
      takesFocus={takesFocus}
    >
      {kind !== 'expired' && (error || request) && (
        <DescriptionList>
          {error && (
            <DescriptionItem name={m.authorize_error_code()} actions={!request && copyButton}>
              {error}
            </DescriptionItem>
          )}
          {request && (
            <DescriptionItem name={m.authorize_error_id()} actions={copyButton}>
              {request}
            </DescriptionItem>
          )}
        </DescriptionList>
      )}
      {/* The other texts lead back to the app. */}
      <ButtonLink
        variant={kind === 'logout' ? 'primary' : 'secondary'}
        wide
        href={portalHref(homePage(info))}
      >
        {m.authorize_home()}
      </ButtonLink>
      <HelpButton wide />
    </PageStep>
  )
}
