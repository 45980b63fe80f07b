import { createTicket } from '@kerf/contract/endpoints/ticket'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { getPageContext } from '../../lib/page-context.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { ProviderMark } from '../../ui/provider-mark/provider-mark.tsx'
import { providerName } from '../../ui/provider-mark/provider-name.ts'
import styles from './connect-list.module.css'
import { PopupBlockedNotice } from './popup-blocked-notice.tsx'
import { offeredChannels } from './social-url.ts'
import { useConnectionToast } from './use-connection-toast.ts'
import { useSocial } from './use-social.ts'

interface Props {
  connected: readonly string[]
  /** makes a call, with a fresh proof where it is wanted */
  withReauthentication<T>(work: () => Promise<T>): Promise<T>
  /** hears anew who is signed in */
  refresh(): void
}

/** Channels that the account could be connected to as well. */
export function ConnectList({ connected, withReauthentication, refresh }: Props) {
  const [asking, setAsking] = useState<string>()
  const [fault, setFault] = useState<ErrorDescription>()
  const tell = useConnectionToast(refresh)
  const { waiting, goHere, start } = useSocial(tell)
  const channels = offeredChannels(getPageContext()).filter(channel => !connected.includes(channel))
  if (channels.length === 0) return null

  async function connect(channel: string) {
    setFault(undefined)
    setAsking(channel)
    try {
      const target = location.origin
      const { ticket } = await withReauthentication(() => callApi(createTicket, { purpose: 'bind', target }))
      void start({ op: 'bind', channel, ticket })
    } catch (error) {
      setFault(await describeError(error))
    } finally {
      setAsking(undefined)
    }
  }

  return (
    <div className={styles.connect}>
      <h3>{m.social_connect_title()}</h3>
      <ul className={styles.list}>
        {channels.map(channel => (
          <li key={channel}>
            <Button
              variant="secondary"
              aria-label={m.social_connect_what({ name: providerName(channel) })}
              pending={asking === channel || waiting === channel}
              onClick={() => void connect(channel)}
            >
              <ProviderMark channel={channel} />
              {providerName(channel)}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={fault} />
      {goHere && <PopupBlockedNotice goHere={goHere} />}
    </div>
  )
}
