import { createTicket } from '@kerf/contract/endpoints/ticket'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { channelName } from '../../lib/channel-name.ts'
import type { Explained } from '../../lib/explain.ts'
import { explainFault } from '../../lib/faults.ts'
import { page } from '../../lib/page.ts'
import { Button } from '../../ui/button/button.tsx'
import { FaultNotice } from '../../ui/fault-notice/fault-notice.tsx'
import { ProviderMark } from '../../ui/provider-mark/provider-mark.tsx'
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
  const [fault, setFault] = useState<Explained>()
  const tell = useConnectionToast(refresh)
  const { waiting, goHere, start } = useSocial(tell)
  const channels = offeredChannels(page()).filter(channel => !connected.includes(channel))
  if (channels.length === 0) return null

  async function connect(channel: string) {
    setFault(undefined)
    setAsking(channel)
    try {
      const target = location.origin
      const { ticket } = await withReauthentication(() => call(createTicket, { purpose: 'bind', target }))
      void start({ op: 'bind', channel, ticket })
    } catch (error) {
      setFault(await explainFault(error))
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
              aria-label={m.social_connect_what({ name: channelName(channel) })}
              pending={asking === channel || waiting === channel}
              onClick={() => void connect(channel)}
            >
              <ProviderMark channel={channel} />
              {channelName(channel)}
            </Button>
          </li>
        ))}
      </ul>
      <FaultNotice fault={fault} />
      {goHere && <PopupBlockedNotice goHere={goHere} />}
    </div>
  )
}
