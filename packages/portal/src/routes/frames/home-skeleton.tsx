import * as m from '@kerf/locales/messages'
import styles from '../../features/home/home.module.css'
import { RowSkeleton, RowSkeletons } from '../../features/home/home-card.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'

/** Titles of the cards of a home that stand two in a row. */
export const PERSONAL_CARDS = [m.messages_title, m.machines_title, m.home_benefits, m.training_title]
export const BUSINESS_CARDS = [m.messages_title, m.machines_title]

/** The account home while the account loads. */
export const HomeSkeleton = ({ cards }: { cards: readonly (() => string)[] }) => (
  <div className={styles.home}>
    <CheckupSkeleton />
    <div className={styles.grid}>
      {cards.map(title => (
        <Card key={title()} title={title()} action={<LinkSkeleton />}>
          <RowSkeletons />
        </Card>
      ))}
      {[m.home_devices, m.home_activity].map(title => (
        <Card key={title()} title={title()} action={<LinkSkeleton />}>
          <RowSkeletons />
        </Card>
      ))}
    </div>
  </div>
)

const CheckupSkeleton = () => (
  <Card>
    <div className={styles.verdict}>
      <Skeleton shape="circle" />
      <div className={styles.statement}>
        <Skeleton shape="title" width="half" />
        <Skeleton width="third" />
      </div>
      <LinkSkeleton />
    </div>
    <div className={styles.checks}>
      {[1, 2, 3, 4].map(row => (
        <RowSkeleton key={row} />
      ))}
    </div>
  </Card>
)

/** As high as the link that takes its place. */
const LinkSkeleton = () => (
  <span className={styles.linkSkeleton}>
    <Skeleton />
  </span>
)
