import { useEffect } from 'react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { useStore } from '../../lib/store.ts'
import { getMessageClient } from './data/message-client.ts'
import { MessageCenter, type MessageOptions } from './message-center.tsx'

export interface StandaloneOptions extends MessageOptions {
  /** origin of the portal */
  readonly baseUrl: string
  /** display name of the app in the settings */
  readonly appName: string
  onExpired(): void
  onFailed(): void
  onUnread(unread: number): void
}

/** The message center on a host page. Reports the number of unread messages, an expired token and a list that could not be loaded. */
export function Standalone({
  baseUrl,
  appName,
  onExpired,
  onFailed,
  onUnread,
  ...options
}: StandaloneOptions) {
  const { token, lang, appCode } = options
  const { feed } = getMessageClient({ baseUrl, token, lang, appCode })
  const unread = useStore(feed.counts)?.unread
  useEffect(() => {
    if (unread !== undefined) onUnread(unread)
  }, [unread, onUnread])
  return (
    <QueryProvider>
      <MessageCenter
        key={`${baseUrl} ${token} ${lang} ${appCode} ${options.sort ?? ''}`}
        options={options}
        baseUrl={baseUrl}
        appName={appName}
        onExpired={onExpired}
        onFailed={onFailed}
      />
    </QueryProvider>
  )
}
