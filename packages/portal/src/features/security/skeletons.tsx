import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './session-item.module.css'

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Skeletons of two sessions. */
export const SessionSkeletons = () => (
  <div>
    {indexes(2).map(line => (
      <div key={line} className={styles.item}>
        <span className={styles.icon} />
        <div className={styles.words}>
          <Skeleton shape="title" width="half" />
          <Skeleton />
          <Skeleton width="half" />
        </div>
      </div>
    ))}
  </div>
)

export const HistorySkeletons = () => (
  <div>
    {indexes(4).map(line => (
      <Skeleton key={line} shape="title" />
    ))}
  </div>
)
