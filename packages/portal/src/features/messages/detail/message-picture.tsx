import { safeLink } from '@kerf/contract/messages/message-markdown'
import { type ReactNode, useState } from 'react'
import styles from './message-picture.module.css'

interface Props {
  address: string | null
  /** Shown if there is no picture or it does not load; default: nothing. */
  placeholder?: ReactNode
}

/** A message's picture. */
export function MessagePicture({ address, placeholder = null }: Props) {
  const [gone, setGone] = useState(false)
  const safe = safeLink(address)
  if (gone || safe === undefined) return placeholder
  return (
    <img
      src={safe}
      alt=""
      className={styles.picture}
      referrerPolicy="no-referrer"
      loading="lazy"
      onError={() => setGone(true)}
    />
  )
}
