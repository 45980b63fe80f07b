import { ApiError } from '@kerf/contract/client/client'
import type { AnyErrorName } from '@kerf/contract/errors'
import * as m from '@kerf/locales/messages'
import { createErrorDescription } from '../../lib/api/error-texts.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { useStore } from '../../lib/store.ts'
import { providerName } from '../../parts/social/provider-name.ts'
import { socialRowState } from '../../parts/social/social-row-state.ts'
import { offeredChannels } from '../../parts/social/social-url.ts'
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
  const language = useLanguage()
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
        offeredChannels(getPageContext(), language).includes(channel) && <RetryButton channel={channel} />
      )}
    </Notice>
  )
}

function RetryButton({ channel }: { channel: string }) {
  const row = useStore(socialRowState)
  return (
    <Button
      variant="secondary"
      size="small"
      aria-disabled={!row}
      pending={row?.waiting === channel}
      onClick={() => row?.start(channel)}
    >
      {m.ui_retry()}
    </Button>
  )
}

function textsFor(error: AnyErrorName, name: string): readonly string[] {
  if (error === EXPIRED) return [m.social_failed_expired()]
  if (error === PROVIDER_UNAVAILABLE && name) return [m.social_failed_away({ name })]
  // The title says it already.
  if (error === REFUSED) return [m.social_failed_refused()]
  const text = createErrorDescription(new ApiError(error)).text?.() ?? ''
  return RESTRICTED.includes(error) ? [text] : [text, m.social_failed_refused()]
}
