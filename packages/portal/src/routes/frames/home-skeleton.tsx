import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { MENU_ICONS } from '../../features/account-menu/menu-icons.tsx'
import { CheckSkeleton } from '../../features/home/check-skeleton.tsx'
import checkup from '../../features/home/checkup.module.css'
import styles from '../../features/home/home.module.css'
import {
  HOME_ROWS_FEW,
  LinkSkeleton,
  PictureRowSkeletons,
  RowSkeletons,
} from '../../features/home/home-card.tsx'
import { Card, type CardHead, CardTitle } from '../../ui/card/card.tsx'
import { ClockIcon } from '../../ui/icon/fact-icons.tsx'
import { LetterIcon, ShieldIcon } from '../../ui/icon/icons.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'

type CardHeads = () => readonly (CardHead & { readonly rows?: number })[]

/** The cards of a home below the machines and the check-up. */
export const BUSINESS_CARDS: CardHeads = () => [
  { title: m.messages_title(), Icon: LetterIcon },
  { title: m.home_activity(), Icon: ClockIcon },
]
export const PERSONAL_CARDS: CardHeads = () => [
  ...BUSINESS_CARDS(),
  { title: m.home_benefits(), Icon: MENU_ICONS.exchange, rows: HOME_ROWS_FEW },
  { title: m.training_title(), Icon: MENU_ICONS.training, rows: HOME_ROWS_FEW },
]

/** The account home while the account loads, in the order of its cards. */
export const HomeSkeleton = ({ cards }: { cards: CardHeads }) => (
  <div className={styles.home}>
    <div className={styles.main}>
      <CardSkeleton title={m.machines_title()} Icon={MENU_ICONS.machines}>
        <PictureRowSkeletons />
      </CardSkeleton>
      <CheckupSkeleton />
    </div>
    <div className={styles.latest}>
      {cards().map(({ rows, ...head }) => (
        <CardSkeleton key={head.title} {...head}>
          <RowSkeletons rows={rows} />
        </CardSkeleton>
      ))}
    </div>
  </div>
)

const CardSkeleton = ({ children, ...head }: CardHead & { children: ReactNode }) => (
  <Card title={<CardTitle {...head} />} action={<LinkSkeleton />}>
    <div className={styles.body}>{children}</div>
  </Card>
)

const CheckupSkeleton = () => (
  <Card title={<CardTitle title={m.home_checkup()} Icon={ShieldIcon} />} action={<LinkSkeleton />}>
    <div className={checkup.checkup}>
      <div className={checkup.verdict}>
        <Skeleton shape="circle" />
        <div className={checkup.statement}>
          <Skeleton shape="title" width="half" />
          <Skeleton width="third" />
        </div>
      </div>
      <ul className={checkup.checks}>
        {[1, 2, 3].map(row => (
          <CheckSkeleton key={row} />
        ))}
      </ul>
    </div>
  </Card>
)
