import styles from './skeleton.module.css'

/** A grey stand-in for text that is on its way; `shape` and `width` give it the size of what will come. */
export function Skeleton({
  shape = 'line',
  width = 'full',
}: {
  shape?: 'line' | 'title' | 'control' | 'circle' | 'block'
  width?: 'full' | 'half' | 'third'
}) {
  return <span className={styles.skeleton} data-shape={shape} data-width={width} aria-hidden="true" />
}
