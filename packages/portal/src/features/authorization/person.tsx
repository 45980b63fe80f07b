import type { ReactNode } from 'react'
import type { FullInfo } from '../../lib/session/account.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { AppFace } from './app-face.tsx'
import styles from './consent.module.css'

interface Props {
  name: string
  detail: string
  picture: string
  /** the app that asks, in a row above the person */
  client?: Parameters<typeof AppFace>[0]['client']
  children?: ReactNode
}

/** The account as `Person` shows it. */
export const personOf = ({ userName, nickname, email, enterpriseUser, headpic }: FullInfo) => ({
  name: userName || nickname || email,
  detail: enterpriseUser?.uid ?? email,
  picture: headpic,
})

/** The account that an app will know. */
export const Person = ({ name, detail, picture, client, children }: Props) => (
  <div className={styles.person}>
    {client && (
      <div className={styles.asking}>
        <AppFace client={client} />
        <strong>{client.name}</strong>
      </div>
    )}
    <Avatar picture={picture} name={name} />
    <div>
      <strong>{name}</strong>
      {detail !== name && <span>{detail}</span>}
    </div>
    {children}
  </div>
)
