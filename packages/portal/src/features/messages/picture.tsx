import { useState } from 'react'
import styles from './picture.module.css'

/** One that does not load leaves nothing behind: the words say what there is to say. */
export function Picture({ address }: { address: string }) {
  const [gone, setGone] = useState(false)
  if (gone || !address.startsWith('https://')) return null
  return (
    <img
      src={address}
      alt=""
      className={styles.picture}
      referrerPolicy="no-referrer"
      loading="lazy"
      onError={() => setGone(true)}
    />
  )
}
