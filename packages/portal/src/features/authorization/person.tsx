import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import styles from './consent.module.css'

interface Props {
  name: string
  detail: string
  picture: string
  children?: ReactNode
}

/** The account that an app will know. */
export const Person = ({ name, detail, picture, children }: Props) => (
  <div className={styles.person}>
    <Avatar picture={picture} name={name} size="small" />
    <div>
      <strong>{name}</strong>
      {detail !== name && <span>{detail}</span>}
    </div>
    {children}
  </div>
)
