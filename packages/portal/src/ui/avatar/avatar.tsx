import { useState } from 'react'
import styles from './avatar.module.css'

/** The picture of a person, or of an app (`square`); without one, or when it fails to load, the first letter of the name. */
export function Avatar({
  picture,
  name,
  size = 'medium',
  shape = 'round',
}: {
  picture: string
  name: string
  size?: 'small' | 'medium' | 'large'
  shape?: 'round' | 'square'
}) {
  const [broken, setBroken] = useState('')
  if (picture && picture !== broken) {
    return (
      <img
        className={styles.avatar}
        data-size={size}
        data-shape={shape}
        src={picture}
        alt=""
        draggable={false}
        onError={() => setBroken(picture)}
      />
    )
  }
  return (
    <span className={styles.avatar} data-size={size} data-shape={shape} aria-hidden="true">
      {[...name.trim()][0]?.toLocaleUpperCase()}
    </span>
  )
}
