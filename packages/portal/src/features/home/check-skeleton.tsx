import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './checkup.module.css'

/** A row of the check-up while it loads. */
export const CheckSkeleton = () => (
  <li className={styles.check}>
    <div className={styles.row}>
      <Skeleton shape="block" />
      <div className={styles.words}>
        <Skeleton width="half" />
        <Skeleton width="third" />
      </div>
    </div>
  </li>
)
