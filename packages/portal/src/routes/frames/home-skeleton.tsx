import * as m from '@kerf/locales/messages'
import { CheckSkeleton } from '../../features/home/check-skeleton.tsx'
import checkup from '../../features/home/checkup.module.css'
import styles from '../../features/home/home.module.css'
import { LinkSkeleton, RowSkeletons } from '../../features/home/home-card.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'

type Titles = readonly (() => string)[]

/** Titles of the cards of a home below the machines and the check-up. */
export const PERSONAL_CARDS: Titles = [m.messages_title, m.home_activity, m.home_benefits, m.training_title]
export const BUSINESS_CARDS: Titles = [m.messages_title, m.home_activity]

/** The account home while the account loads. Whether the machines or the check-up come first is not known yet: neither has a title. */
export const HomeSkeleton = ({ cards }: { cards: Titles }) => (
  <div className={styles.home}>
    <div className={styles.main}>
      <Card action={<LinkSkeleton />} description={<Skeleton width="third" />}>
        <div className={styles.body}>
          <RowSkeletons />
        </div>
      </Card>
    </div>
    <CheckupSkeleton />
    <div className={styles.latest}>
      <CardSkeletons titles={cards} />
    </div>
  </div>
)

const CardSkeletons = ({ titles }: { titles: Titles }) =>
  titles.map(title => (
    <Card key={title()} title={title()} action={<LinkSkeleton />}>
      <div className={styles.body}>
        <RowSkeletons />
      </div>
    </Card>
  ))

const CheckupSkeleton = () => (
  <Card>
    <div className={checkup.checkup}>
      <div className={checkup.verdict}>
        <Skeleton shape="circle" />
        <div className={checkup.statement}>
          <Skeleton shape="title" width="half" />
          <Skeleton width="third" />
        </div>
        <LinkSkeleton />
      </div>
      <ul className={checkup.checks}>
        {[1, 2, 3, 4].map(row => (
          <CheckSkeleton key={row} />
        ))}
      </ul>
    </div>
  </Card>
)
