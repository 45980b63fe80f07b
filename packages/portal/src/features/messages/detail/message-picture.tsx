import { safeLink } from '@kerf/contract/messages/message-markdown'
import { type ReactNode, useState } from 'react'
import styles from './message-picture.module.css'

interface Props {
  address: string | null
  /** Shown if there is no picture or it does not load; default: nothing, or the empty box of the picture that did not load. */
  placeholder?: ReactNode
}

/** A message's picture. */
export function MessagePicture({ address, placeholder }: Props) {
  const [gone, setGone] = useState(false)
  const safe = safeLink(address)
  if (safe === undefined) return placeholder
  if (gone) return placeholder ?? <div className={styles.picture} />
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
