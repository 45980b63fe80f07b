import type { SignInAgreement } from '@kerf/contract/fields'
import * as m from '@kerf/locales/messages'
import { useEffect, useEffectEvent } from 'react'
import { requestedReturnUrl } from '../../lib/form/form-draft.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { lastWay } from '../../lib/session/last-way.ts'
import { Button } from '../../ui/button/button.tsx'
import { LastUsed } from '../../ui/last-used/last-used.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { PopupBlockedNotice } from './popup-blocked-notice.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { providerName } from './provider-name.ts'
import type { Resolution } from './resolve-result.ts'
import styles from './social-row.module.css'
import { socialRowState } from './social-row-state.ts'
import { offeredChannels } from './social-url.ts'
import { useSocial } from './use-social.ts'

interface Props {
  /** returns undefined if the terms have to be accepted first: the form shows that */
  agree(): SignInAgreement
  onSettled(resolution: Resolution): void
}

/** Up to this many buttons have room for a label. */
const LABELED_BUTTONS_MAX = 2

/** Sign-in buttons of the social channels, in one row. */
export function SocialRow({ agree, onSettled }: Props) {
  const language = useLanguage()
  const { waiting, continueHere, start } = useSocial(onSettled)
  const channels = offeredChannels(getPageContext(), language)
  const choose = (channel: string) => {
    const agreement = agree()
    const uri = requestedReturnUrl.get() || undefined
    if (agreement) void start({ op: 'login', channel, uri, agreement })
  }
  const chooseFromOutside = useEffectEvent(choose)
  useEffect(() => {
    socialRowState.set({ waiting, start: channel => chooseFromOutside(channel) })
    return () => socialRowState.set(undefined)
  }, [waiting])
  if (channels.length === 0) return null
  const buttonLabel = (channel: string) => {
    const name = providerName(channel)
    if (channels.length === 1) return <span>{m.social_with({ name })}</span>
    return (
      <>
        {channels.length <= LABELED_BUTTONS_MAX && <span aria-hidden="true">{name}</span>}
        <VisuallyHidden>{m.social_with({ name })}</VisuallyHidden>
      </>
    )
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend of its own */}
      <div role="group" aria-label={m.social_others()} className={styles.row}>
        {channels.map(channel => (
          <Button
            key={channel}
            variant="secondary"
            pending={waiting === channel}
            onClick={() => choose(channel)}
          >
            <ProviderMark channel={channel} />
            {buttonLabel(channel)}
            {lastWay.get() === channel && <LastUsed corner />}
          </Button>
        ))}
      </div>
      {continueHere && <PopupBlockedNotice onContinue={continueHere} />}
    </>
  )
}
