import * as m from '@kerf/locales/messages'
import type { FullInfo } from '../../lib/session/account.ts'
import { Card } from '../../ui/card/card.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'

/** The account's identifiers, each with a copy button. */
export function AccountCard({ info: { uid, email } }: { info: Pick<FullInfo, 'uid' | 'email'> }) {
  return (
    <Card id="ids" title={m.ids_title()} description={m.ids_text()}>
      <DescriptionList>
        <DescriptionItem name={m.profile_uid()} actions={<CopyButton text={uid} what={m.profile_uid()} />}>
          {uid}
        </DescriptionItem>
        <DescriptionItem
          name={m.profile_email()}
          actions={<CopyButton text={email} what={m.profile_email()} />}
        >
          {email}
        </DescriptionItem>
      </DescriptionList>
    </Card>
  )
}
