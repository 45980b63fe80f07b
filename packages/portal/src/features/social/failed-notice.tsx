import { CallError } from '@kerf/contract/client'
import * as m from '@kerf/locales/messages'
import { channelName } from '../../lib/channel-name.ts'
import { explain } from '../../lib/explain.ts'
import { page } from '../../lib/page.ts'
import { Notice } from '../../ui/notice/notice.tsx'

const EXPIRED = 20206
const AWAY = 20902
/** restricted, banned: only customer service knows why */
const RESTRICTED: readonly number[] = [20103, 20104]

/** Why a social sign-in came to nothing, and what to do. The form below it is the way on. */
export function FailedNotice({ channel, code }: { channel: string; code: number }) {
  const name = channelName(channel)
  const title = channel ? m.social_failed_title({ name }) : m.social_failed_title_plain()
  return (
    <Notice tone="danger" role="alert" title={title}>
      {wordsFor(code, name).map(words => (
        <p key={words}>{words}</p>
      ))}
      {RESTRICTED.includes(code) && (
        <a href={page().data.brand.helpUrl} target="_blank" rel="noopener">
          {m.social_help()}
        </a>
      )}
    </Notice>
  )
}

function wordsFor(code: number, name: string): readonly string[] {
  if (code === EXPIRED) return [m.social_failed_expired()]
  if (code === AWAY && name) return [m.social_failed_away({ name })]
  const said = explain(new CallError(code)).text?.() ?? ''
  return RESTRICTED.includes(code) ? [said] : [said, m.social_failed_refused()]
}
