import { useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { MessageCenter, type MessageOptions } from './message-center.tsx'
import { getMessageClient } from './message-client.ts'

export interface StandaloneOptions extends MessageOptions {
  /** origin of the portal */
  readonly baseUrl: string
  /** how the app is called in the settings */
  readonly appName: string
  onExpired(): void
  onUnread(unread: number): void
}

/** On a host's page: it is told how many messages wait, and when the token is dead. */
export function Standalone({ baseUrl, appName, onExpired, onUnread, ...options }: StandaloneOptions) {
  const { token, lang, appCode } = options
  const { feed } = getMessageClient({ baseUrl, token, lang, appCode })
  const unread = useStore(feed.counts)?.unread
  useEffect(() => {
    if (unread !== undefined) onUnread(unread)
  }, [unread, onUnread])
  return (
    <MessageCenter
      key={`${baseUrl} ${token} ${lang} ${appCode} ${options.sort ?? ''}`}
      options={options}
      baseUrl={baseUrl}
      appName={appName}
      onExpired={onExpired}
    />
  )
}
