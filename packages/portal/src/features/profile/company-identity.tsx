import * as m from '@kerf/locales/messages'
import type { FullInfo } from '../../lib/session/account.ts'
import { Card } from '../../ui/card/card.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { HelpButton } from '../../ui/help-link/help-button.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './profile-rows.module.css'

type Known = Pick<FullInfo, 'enterpriseUser' | 'userName' | 'email'>

/** What identifies the account of a company, and who can change it. `info`: undefined while it loads. */
export function CompanyIdentity({ info }: { info: Known | undefined }) {
  const rows = [
    { name: m.profile_user_name(), value: info?.userName },
    { name: m.profile_account_id(), value: info && (info.enterpriseUser?.uid ?? '') },
    { name: m.profile_email(), value: info?.email },
  ]
  return (
    <Card
      id="account"
      title={m.security_account_title()}
      description={m.company_identity_text()}
      action={<HelpButton size="small" />}
    >
      <DescriptionList>
        {rows.map(({ name, value }) => (
          <DescriptionItem
            key={name}
            name={name}
            wide
            actions={
              value === undefined ? (
                <span className={styles.copy}>
                  <Skeleton shape="control" />
                </span>
              ) : (
                value && <CopyButton text={value} what={name} />
              )
            }
          >
            {value === undefined ? <Skeleton width="half" /> : value || m.profile_none()}
          </DescriptionItem>
        ))}
      </DescriptionList>
    </Card>
  )
}
