import styles from './skeleton.module.css'

/** A placeholder while content loads, in the shape and width of the content. */
export function Skeleton({
  shape = 'line',
  width = 'full',
}: {
  shape?: 'line' | 'title' | 'control' | 'circle' | 'block'
  width?: 'full' | 'half' | 'third'
}) {
  return (
    <span
      className={styles.skeleton}
      data-loading=""
      data-shape={shape}
      data-width={width}
      aria-hidden="true"
    />
  )
}
