import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { type FullInfo, isBusiness } from '../../lib/account.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import styles from './account-card.module.css'

/** Who is signed in: picture or initial, name, identifiers to copy. */
export function AccountCard({ info, action }: { info: FullInfo; action: ReactNode }) {
  const name = info.userName || info.nickname || info.email
  return (
    <Card title={m.profile_account()} action={action}>
      <div className={styles.person}>
        <Avatar picture={info.headpic} name={name} />
        <div className={styles.names}>
          <strong>{name}</strong>
          {info.email !== name && <span>{info.email}</span>}
        </div>
      </div>
      <dl className={styles.facts}>
        {isBusiness(info) && <Fact name={m.profile_account_id()} value={info.enterpriseUser?.uid ?? ''} />}
        <Fact name={m.profile_uid()} value={info.uid} />
        <Fact name={m.profile_email()} value={info.email} />
      </dl>
    </Card>
  )
}

function Avatar({ picture, name }: { picture: string; name: string }) {
  if (picture) return <img className={styles.avatar} src={picture} alt="" />
  return (
    <span className={styles.avatar} aria-hidden="true">
      {[...name][0]?.toLocaleUpperCase()}
    </span>
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
