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
  /** retries the call after reauthentication if the server requires it */
  withReauthentication<T>(work: () => Promise<T>): Promise<T>
  /** reloads the account */
  refresh(): void
}

/** Channels that are not connected to the account yet. */
export function ConnectList({ connected, withReauthentication, refresh }: Props) {
  const [requestingTicket, setRequestingTicket] = useState<string>()
  const [error, setError] = useState<ErrorDescription>()
  const showConnectionToast = useConnectionToast(refresh)
  const { waiting, continueHere, start } = useSocial(showConnectionToast)
  const channels = offeredChannels(getPageContext()).filter(channel => !connected.includes(channel))
  if (channels.length === 0) return null

  async function connect(channel: string) {
    setError(undefined)
    setRequestingTicket(channel)
    try {
      const target = location.origin
      const { ticket } = await withReauthentication(() => callApi(createTicket, { purpose: 'bind', target }))
      void start({ op: 'bind', channel, ticket })
    } catch (error) {
      setError(await describeError(error))
    } finally {
      setRequestingTicket(undefined)
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
              pending={requestingTicket === channel || waiting === channel}
              onClick={() => void connect(channel)}
            >
              <ProviderMark channel={channel} />
              {providerName(channel)}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={error} />
      {continueHere && <PopupBlockedNotice onContinue={continueHere} />}
    </div>
  )
}
