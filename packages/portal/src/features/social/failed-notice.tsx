import { ApiError } from '@kerf/contract/client'
import type { AnyErrorName } from '@kerf/contract/errors'
import * as m from '@kerf/locales/messages'
import { createErrorDescription } from '../../lib/error-texts.ts'
import { getPageContext } from '../../lib/page-context.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { providerName } from '../../ui/provider-mark/provider-name.ts'

const EXPIRED = 'expired'
const AWAY = 'network_timeout'
/** restricted, banned: only customer service knows why */
const RESTRICTED: readonly AnyErrorName[] = ['restricted', 'account_ban']

/** Why a social sign-in came to nothing, and what to do. The form below it is the way on. */
export function FailedNotice({ channel, error }: { channel: string; error: AnyErrorName }) {
  const name = providerName(channel)
  const title = channel ? m.social_failed_title({ name }) : m.social_failed_title_plain()
  return (
    <Notice tone="danger" role="alert" title={title}>
      {wordsFor(error, name).map(words => (
        <p key={words}>{words}</p>
      ))}
      {RESTRICTED.includes(error) && (
        <a href={getPageContext().data.brand.helpUrl} target="_blank" rel="noopener">
          {m.social_help()}
        </a>
      )}
    </Notice>
  )
}

function wordsFor(error: AnyErrorName, name: string): readonly string[] {
  if (error === EXPIRED) return [m.social_failed_expired()]
  if (error === AWAY && name) return [m.social_failed_away({ name })]
  const said = createErrorDescription(new ApiError(error)).text?.() ?? ''
  return RESTRICTED.includes(error) ? [said] : [said, m.social_failed_refused()]
}
