import { useState } from 'react'
import styles from './avatar.module.css'

/** A person's picture; without one, or when it fails to load, the first letter of the name. */
export function Avatar({
  picture,
  name,
  size = 'medium',
}: {
  picture: string
  name: string
  size?: 'small' | 'medium' | 'large'
}) {
  const [broken, setBroken] = useState('')
  if (picture && picture !== broken) {
    return (
      <img
        className={styles.avatar}
        data-size={size}
        src={picture}
        alt=""
        draggable={false}
        onError={() => setBroken(picture)}
      />
    )
  }
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {[...name.trim()][0]?.toLocaleUpperCase()}
    </span>
  )
}
