import * as m from '@kerf/locales/messages'
import { type FullInfo, isBusiness } from '../../lib/account.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import styles from './account-card.module.css'

/** What an account is known by: to read and to copy. */
export function AccountCard({ info }: { info: FullInfo }) {
  return (
    <Card title={m.ids_title()} description={m.ids_text()}>
      <dl>
        {isBusiness(info) && (
          <>
            <Fact name={m.profile_account_id()} value={info.enterpriseUser?.uid ?? ''} />
            <Fact name={m.profile_user_name()} value={info.userName} />
          </>
        )}
        <Fact name={m.profile_uid()} value={info.uid} />
        <Fact name={m.profile_email()} value={info.email} />
      </dl>
    </Card>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value || m.profile_none()}</dd>
      {value && <CopyButton text={value} what={name} />}
    </div>
  )
}
