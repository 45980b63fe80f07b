import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './message-center.module.css'

export const ListSkeleton = () => (
  <div className={styles.skeletons}>
    {[0, 1, 2, 3, 4].map(row => (
      <div key={row}>
        <Skeleton width="half" />
        <Skeleton />
        <Skeleton width="third" />
      </div>
    ))}
  </div>
)
