import * as m from '@kerf/locales/messages'
import styles from './upload-progress.module.css'

/** Progress of the upload from 0 to 1. Hidden from live regions, so that not every percent is announced. */
export function UploadProgress({ done }: { done: number }) {
  const percent = Math.round(done * 100)
  const text = done < 1 ? m.avatar_uploading({ percent }) : m.avatar_adopting()
  return (
    <div className={styles.progress}>
      <progress value={percent} max={100} aria-label={text} />
      <span aria-hidden="true">{text}</span>
    </div>
  )
}
