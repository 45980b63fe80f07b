import * as m from '@kerf/locales/messages'
import { getRequestedReturnUrl } from '../../lib/form-draft.ts'
import { useLanguage } from '../../lib/language.ts'
import { getPageContext } from '../../lib/page-context.ts'
import { Button } from '../../ui/button/button.tsx'
import { ProviderMark } from '../../ui/provider-mark/provider-mark.tsx'
import { providerName } from '../../ui/provider-mark/provider-name.ts'
import { PopupBlockedNotice } from './popup-blocked-notice.tsx'
import type { Resolution } from './resolve-result.ts'
import styles from './social-row.module.css'
import { offeredChannels } from './social-url.ts'
import { useSocial } from './use-social.ts'

interface Props {
  /** whether the terms are agreed to; if not, the form says so */
  agree(): boolean
  onSettled(judged: Resolution): void
}

/** How many buttons have room for words. */
const LABELED_BUTTONS_MAX = 2

/** The ways in by accounts of other services, in one row. */
export function SocialRow({ agree, onSettled }: Props) {
  useLanguage()
  const { waiting, goHere, start } = useSocial(onSettled)
  const channels = offeredChannels(getPageContext())
  if (channels.length === 0) return null
  const words = (channel: string) => {
    if (channels.length > LABELED_BUTTONS_MAX) return null
    const name = providerName(channel)
    return <span>{channels.length === 1 ? m.social_with({ name }) : name}</span>
  }
  return (
    <>
      <p className={styles.or}>{m.social_or()}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend of its own */}
      <div role="group" aria-label={m.social_or()} className={styles.row}>
        {channels.map(channel => (
          <Button
            key={channel}
            variant="secondary"
            aria-label={m.social_with({ name: providerName(channel) })}
            pending={waiting === channel}
            onClick={() => {
              if (agree()) void start({ op: 'login', channel, uri: getRequestedReturnUrl() })
            }}
          >
            <ProviderMark channel={channel} />
            {words(channel)}
          </Button>
        ))}
      </div>
      {goHere && <PopupBlockedNotice goHere={goHere} />}
    </>
  )
}
