import { safeLink } from '@kerf/contract/messages/message-markdown'
import { useState } from 'react'
import styles from './message-picture.module.css'

/** A message's picture. It disappears if it does not load. */
export function MessagePicture({ address }: { address: string }) {
  const [gone, setGone] = useState(false)
  const safe = safeLink(address)
  if (gone || safe === undefined) return null
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
