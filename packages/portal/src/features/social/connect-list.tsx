import { createTicket } from '@kerf/contract/endpoints/ticket'
import * as m from '@kerf/locales/messages'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { useLanguage } from '../../lib/language.ts'
import { getPageContext } from '../../lib/page-context.ts'
import { describeQueryError } from '../../lib/query-client.ts'
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
  const language = useLanguage()
  const showConnectionToast = useConnectionToast(refresh)
  const { waiting, continueHere, start } = useSocial(showConnectionToast)
  const connect = useMutation({
    mutationFn: (_channel: string) =>
      withReauthentication(() => callApi(createTicket, { purpose: 'bind', target: location.origin })),
    onSuccess: ({ ticket }, channel) => void start({ op: 'bind', channel, ticket }),
  })
  const channels = offeredChannels(getPageContext(), language).filter(channel => !connected.includes(channel))
  if (channels.length === 0) return null

  return (
    <div className={styles.connect}>
      <h3>{m.social_connect_title()}</h3>
      <ul className={styles.list}>
        {channels.map(channel => (
          <li key={channel}>
            <Button
              variant="secondary"
              aria-label={m.social_connect_what({ name: providerName(channel) })}
              pending={(connect.isPending && connect.variables === channel) || waiting === channel}
              onClick={() => connect.mutate(channel)}
            >
              <ProviderMark channel={channel} />
              {providerName(channel)}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={describeQueryError(connect.error)} />
      {continueHere && <PopupBlockedNotice onContinue={continueHere} />}
    </div>
  )
}
