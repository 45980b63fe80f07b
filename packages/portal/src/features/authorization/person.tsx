import type { ReactNode } from 'react'
import { accountLabel, type FullInfo } from '../../lib/session/account.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { AppFace } from './app-face.tsx'
import styles from './consent.module.css'

interface Props {
  name: string
  detail: string
  picture: string
  /** the app that asks, before the person; the title of the page has its name */
  client?: Parameters<typeof AppFace>[0]['client']
  /** picture of another party, in place of the app's and of the same size */
  otherFace?: ReactNode
  children?: ReactNode
}

/** The account as `Person` shows it. */
export const personOf = ({ userName, nickname, email, enterpriseUser, headpic }: FullInfo) => ({
  name: userName || nickname || email,
  detail: accountLabel({ email, enterpriseUser }),
  picture: headpic,
})

/** The account that an app will know. */
export const Person = ({ name, detail, picture, client, otherFace, children }: Props) => (
  <div className={styles.person}>
    <div className={styles.faces}>
      {client && <AppFace client={client} />}
      {otherFace}
      <Avatar picture={picture} name={name} />
    </div>
    <div className={styles.names}>
      <strong>{name}</strong>
      {detail !== name && <span>{detail}</span>}
      {children}
    </div>
  </div>
)
