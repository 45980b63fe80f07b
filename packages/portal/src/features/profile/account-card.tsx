import * as m from '@kerf/locales/messages'
import type { FullInfo } from '../../lib/session/account.ts'
import { Card } from '../../ui/card/card.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'

type Known = Pick<FullInfo, 'email' | 'userName' | 'enterpriseUser'>

/** What identifies the account of a company, each with a copy button. Only customer service changes it. */
export function AccountCard({ info }: { info: Known }) {
  const rows = [
    [m.profile_account_id(), info.enterpriseUser?.uid ?? ''],
    [m.profile_user_name(), info.userName],
    [m.profile_email(), info.email],
  ] as const
  return (
    <Card id="ids" title={m.ids_title()} description={m.ids_text()}>
      <DescriptionList>
        {rows.map(([name, value]) => (
          <DescriptionItem key={name} name={name} actions={value && <CopyButton text={value} what={name} />}>
            {value || m.profile_none()}
          </DescriptionItem>
        ))}
      </DescriptionList>
    </Card>
  )
}
