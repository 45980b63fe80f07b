import * as m from '@kerf/locales/messages'
import { useRef, useState } from 'react'
import { hasDecreased, useFocusFallback } from '../../lib/page/use-focus-fallback.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { ProviderMark } from '../../parts/social/provider-mark.tsx'
import { providerName } from '../../parts/social/provider-name.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { LinkIcon } from '../../ui/icon/icons.tsx'
import { Item, ItemList } from '../../ui/item-list/item-list.tsx'
import { LinkIdentityRows } from './link-identity-rows.tsx'
import { UnlinkIdentityDialog } from './unlink-identity-dialog.tsx'

interface Props {
  social: FullInfo['social']
}

/** The identities of other services that the account is linked with, and those that it can be linked with. */
export function LinkedIdentitiesCard({ social }: Props) {
  const [leaving, setLeaving] = useState<string>()
  const body = useRef<HTMLDivElement>(null)
  useFocusFallback(body, social.length, hasDecreased)
  return (
    <Card title={m.security_social_title()} mark={<LinkIcon />} description={m.security_social_text()}>
      <div ref={body} tabIndex={-1}>
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
                  variant="removal"
                  size="small"
                  aria-label={m.security_social_disconnect_what({ name: providerName(channel) })}
                  onClick={() => setLeaving(channel)}
                >
                  {m.security_social_disconnect()}
                </Button>
              }
            />
          ))}
          <LinkIdentityRows linked={social.map(({ channel }) => channel)} />
        </ItemList>
      </div>
      {leaving && <UnlinkIdentityDialog channel={leaving} onClose={() => setLeaving(undefined)} />}
    </Card>
  )
}
