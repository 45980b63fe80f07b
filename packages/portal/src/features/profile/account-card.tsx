import * as m from '@kerf/locales/messages'
import { type FullInfo, isEnterprise } from '../../lib/session/account.ts'
import { Card } from '../../ui/card/card.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'

type Known = Pick<FullInfo, 'uid' | 'email' | 'userName' | 'enterpriseUser'>

/** What identifies the account, each with a copy button. Only customer service changes that of a company. */
export function AccountCard({ info }: { info: Known }) {
  const isBusiness = isEnterprise(info)
  const rows = isBusiness
    ? [
        [m.profile_account_id(), info.enterpriseUser?.uid ?? ''] as const,
        [m.profile_user_name(), info.userName] as const,
        [m.profile_email(), info.email] as const,
      ]
    : [[m.profile_uid(), info.uid] as const, [m.profile_email(), info.email] as const]
  return (
    <Card id="ids" title={m.ids_title()} description={isBusiness ? m.ids_text_business() : m.ids_text()}>
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
