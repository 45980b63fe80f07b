import * as m from '@kerf/locales/messages'
import { requestedReturnUrl } from '../../lib/form-draft.ts'
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
  /** returns whether the terms are accepted; otherwise the form shows an error */
  agree(): boolean
  onSettled(resolution: Resolution): void
}

/** Up to this many buttons have room for a label. */
const LABELED_BUTTONS_MAX = 2

/** Sign-in buttons of the social channels, in one row. */
export function SocialRow({ agree, onSettled }: Props) {
  useLanguage()
  const { waiting, continueHere, start } = useSocial(onSettled)
  const channels = offeredChannels(getPageContext())
  if (channels.length === 0) return null
  const buttonLabel = (channel: string) => {
    if (channels.length > LABELED_BUTTONS_MAX) return null
    const name = providerName(channel)
    return <span>{channels.length === 1 ? m.social_with({ name }) : name}</span>
  }
  return (
    <>
      <p className={styles.or}>{m.social_or()}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend of its own */}
      <div role="group" aria-label={m.social_or()} className={styles.row}>
        {channels.map(channel => (
          <Button
            key={channel}
            variant="secondary"
            aria-label={m.social_with({ name: providerName(channel) })}
            pending={waiting === channel}
            onClick={() => {
              if (agree()) void start({ op: 'login', channel, uri: requestedReturnUrl.get() || undefined })
            }}
          >
            <ProviderMark channel={channel} />
            {buttonLabel(channel)}
          </Button>
        ))}
      </div>
      {continueHere && <PopupBlockedNotice onContinue={continueHere} />}
    </>
  )
}
