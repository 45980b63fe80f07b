import { ApiError } from '@kerf/contract/client/client'
import type { AnyErrorName } from '@kerf/contract/errors'
import * as m from '@kerf/locales/messages'
import { createErrorDescription } from '../../lib/api/error-texts.ts'
import { providerName } from '../../parts/social/provider-name.ts'
import { Button } from '../../ui/button/button.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'

const EXPIRED = 'expired'
const REFUSED = 'social_authorization_failed'
const PROVIDER_UNAVAILABLE = 'network_timeout'
/** Only customer service can tell why the account is restricted or banned. */
const RESTRICTED: readonly AnyErrorName[] = ['restricted', 'account_ban']

/** Explains why a social sign-in failed. The login form below offers the alternatives. */
export function FailedNotice({ channel, error }: { channel: string; error: AnyErrorName }) {
  const name = providerName(channel)
  const title = channel ? m.social_failed_title({ name }) : m.social_failed_title_plain()
  return (
    <Notice tone="danger" role="alert" title={title}>
      {textsFor(error, name).map(text => (
        <p key={text}>{text}</p>
      ))}
      {RESTRICTED.includes(error) ? (
        <HelpLink>{m.customer_service()}</HelpLink>
      ) : (
        channel && (
          <Button variant="secondary" size="small" onClick={() => chooseAgain(channel)}>
            {m.ui_retry()}
          </Button>
        )
      )}
    </Notice>
  )
}

/** By the button of the form, which asks for the terms first. */
const chooseAgain = (channel: string): void =>
  document.querySelector<HTMLElement>(`[data-channel="${CSS.escape(channel)}"]`)?.click()

function textsFor(error: AnyErrorName, name: string): readonly string[] {
  if (error === EXPIRED) return [m.social_failed_expired()]
  if (error === PROVIDER_UNAVAILABLE && name) return [m.social_failed_away({ name })]
  // The title says it already.
  if (error === REFUSED) return [m.social_failed_refused()]
  const text = createErrorDescription(new ApiError(error)).text?.() ?? ''
  return RESTRICTED.includes(error) ? [text] : [text, m.social_failed_refused()]
}
