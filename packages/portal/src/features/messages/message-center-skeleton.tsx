import * as m from '@kerf/locales/messages'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { TABS } from './data/message-list.ts'
import styles from './message-center.module.css'

/** The columns of the message center while the account loads: tabs, list, message. */
export function MessageCenterSkeleton() {
  return (
    <div className={styles.center}>
      <VisuallyHidden role="status">{m.messages_loading()}</VisuallyHidden>
      <div className={styles.columns}>
        <div className={styles.tabSkeletons}>
          {TABS.map(tab => (
            <Skeleton key={tab} />
          ))}
        </div>
        <div className={styles.panel}>
          <div className={styles.list}>
            <div className={styles.tools}>
              <Skeleton shape="control" width="half" />
            </div>
            <ListSkeleton />
          </div>
          <div className={styles.detail}>
            <DetailSkeleton />
          </div>
        </div>
      </div>
    </div>
  )
}

export const DetailSkeleton = () => (
  <div className={styles.detailSkeleton}>
    <Skeleton shape="title" width="half" />
    <Skeleton width="third" />
    <Skeleton />
    <Skeleton />
    <Skeleton width="half" />
  </div>
)

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
