import * as m from '@kerf/locales/messages'
import { type ReactNode, useRef, useState } from 'react'
import type { FullInfo } from '../../lib/account.ts'
import { formatDate, isoDateTime } from '../../lib/format-time.ts'
import { hasDecreased, useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Item, ItemList } from '../../ui/item-list/item-list.tsx'
import { ProviderMark } from '../../ui/provider-mark/provider-mark.tsx'
import { providerName } from '../../ui/provider-mark/provider-name.ts'
import styles from './connected-accounts-card.module.css'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import type { InjectedDeps } from './injected-deps.ts'
import { PlugIcon } from './platforms.tsx'

type Connected = FullInfo['social'][number]

interface Props {
  social: readonly Connected[]
  deps: InjectedDeps
  /** the channels that can be connected */
  children?: ReactNode
}

/** The connected accounts of other services. */
export function ConnectedAccountsCard({ social, deps, children }: Props) {
  const [leaving, setLeaving] = useState<string>()
  const body = useRef<HTMLDivElement>(null)
  useFocusFallback(body, social.length, hasDecreased)
  return (
    <Card title={m.security_social_title()} description={m.security_social_text()}>
      <div ref={body} tabIndex={-1}>
        {social.length === 0 && (
          <div className={styles.none}>
            <PlugIcon />
            <p>{m.security_social_none()}</p>
          </div>
        )}
        {social.length > 0 && (
          <ItemList>
            {social.map(({ channel, name, boundAt }) => (
              <Item
                key={channel}
                mark={<ProviderMark channel={channel} />}
                title={providerName(channel)}
                facts={
                  <>
                    {name && <span>{name}</span>}
                    <time dateTime={isoDateTime(boundAt)}>
                      {m.security_social_since({ date: formatDate(boundAt) })}
                    </time>
                  </>
                }
                actions={
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={m.security_social_disconnect_what({ name: providerName(channel) })}
                    onClick={() => setLeaving(channel)}
                  >
                    {m.security_social_disconnect()}
                  </Button>
                }
              />
            ))}
          </ItemList>
        )}
      </div>
      {children}
      {leaving && <DisconnectDialog channel={leaving} deps={deps} onClose={() => setLeaving(undefined)} />}
    </Card>
  )
}
