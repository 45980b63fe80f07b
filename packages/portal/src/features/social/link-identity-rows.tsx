import { createTicket } from '@kerf/contract/endpoints/ticket'
import * as m from '@kerf/locales/messages'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { refreshAccount } from '../../lib/session/current-account.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { PopupBlockedNotice } from '../../parts/social/popup-blocked-notice.tsx'
import { ProviderMark } from '../../parts/social/provider-mark.tsx'
import { providerName } from '../../parts/social/provider-name.ts'
import { offeredChannels } from '../../parts/social/social-url.ts'
import { useSocial } from '../../parts/social/use-social.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { Item } from '../../ui/item-list/item-list.tsx'
import { useLinkToast } from './use-link-toast.ts'

interface LinkRequest {
  readonly channel: string
  /** default: as the page needs it */
  readonly inPopup?: boolean
}

/** Rows of the channels that the account can still be linked with. `linked`: those that it is linked with. */
export function LinkIdentityRows({ linked }: { linked: readonly string[] }) {
  const language = useLanguage()
  const showLinkToast = useLinkToast(() => void refreshAccount())
  const { waiting, continueHere, start } = useSocial(showLinkToast)
  const link = useMutation({
    mutationFn: (_request: LinkRequest) =>
      withReauthentication(() => callApi(createTicket, { purpose: 'bind', target: location.origin })),
    onSuccess: ({ ticket }, { channel, inPopup }) => void start({ op: 'bind', channel, ticket }, inPopup),
  })
  const channels = offeredChannels(getPageContext(), language).filter(channel => !linked.includes(channel))
  if (linked.length === 0 && channels.length === 0) return <li>{m.security_social_none()}</li>
  return (
    <>
      {channels.map(channel => (
        <Item
          key={channel}
          mark={<ProviderMark channel={channel} />}
          title={providerName(channel)}
          facts={<span>{m.social_not_connected()}</span>}
          actions={
            <Button
              variant="secondary"
              size="small"
              aria-label={m.social_connect_what({ name: providerName(channel) })}
              pending={(link.isPending && link.variables.channel === channel) || waiting === channel}
              onClick={() => link.mutate({ channel })}
            >
              {m.social_connect()}
            </Button>
          }
        >
          {link.variables?.channel === channel && <ErrorNotice error={describeQueryError(link.error)} />}
          {/* Only in the row of the channel that was pressed last. The ticket may have expired: a new one is requested. */}
          {link.isSuccess && link.variables.channel === channel && continueHere && (
            <PopupBlockedNotice onContinue={() => link.mutate({ channel, inPopup: false })} />
          )}
        </Item>
      ))}
    </>
  )
}
