import * as m from '@kerf/locales/messages'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './message-center.module.css'

export const ListSkeleton = () => (
  <div className={styles.skeletons}>
    <VisuallyHidden>{m.messages_loading()}</VisuallyHidden>
    {[0, 1, 2, 3, 4].map(row => (
      <div key={row}>
        <Skeleton width="half" />
        <Skeleton />
        <Skeleton width="third" />
      </div>
    ))}
  </div>
)
