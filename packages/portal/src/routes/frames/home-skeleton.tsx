import * as m from '@kerf/locales/messages'
import styles from '../../features/home/home.module.css'
import { RowSkeleton, RowSkeletons } from '../../features/home/home-card.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'

const TITLES = [m.messages_title, m.machines_title, m.home_benefits, m.training_title]

/** The account home while the account loads. */
export const HomeSkeleton = () => (
  <div className={styles.home}>
    <CheckupSkeleton />
    <div className={styles.grid}>
      {TITLES.map(title => (
        <Card key={title()} title={title()}>
          <RowSkeletons />
          <LinkSkeleton />
        </Card>
      ))}
      {[m.security_sessions_title, m.home_activity].map(title => (
        <Card key={title()} title={title()}>
          <div className={styles.strip}>
            <RowSkeleton />
          </div>
          <LinkSkeleton />
        </Card>
      ))}
    </div>
  </div>
)

export const CheckupSkeleton = () => (
  <Card>
    <div className={styles.verdict}>
      <Skeleton shape="circle" />
      <div>
        <Skeleton shape="title" width="half" />
        <Skeleton width="third" />
      </div>
    </div>
    <div className={styles.checks}>
      {[1, 2, 3, 4].map(row => (
        <RowSkeleton key={row} />
      ))}
    </div>
    <LinkSkeleton />
  </Card>
)

const LinkSkeleton = () => (
  <div className={styles.moreSkeleton}>
    <Skeleton width="third" />
  </div>
)
