import type { ReactNode } from 'react'
import { JumpList, type Section } from '../../ui/jump-list/jump-list.tsx'
import { Main } from '../../ui/main/main.tsx'
import styles from './account-frame.module.css'
import { PageFrame } from './page-frame.tsx'

export interface AccountFrameContent {
  /** '': a page that brings its own heading */
  title: string
  /** title of the window, where the heading is a name that must not reach the statistics */
  windowTitle?: string
  lead?: ReactNode
  /** content beside the title */
  beside?: ReactNode
  /** in place of the title: a heading of its own */
  header?: ReactNode
  /** the way to the page above this one */
  back?: ReactNode
  /** of a long page, in its order */
  sections?: readonly Section[]
  /** Cards of the page. They read the account with `useAccount`. */
  children: ReactNode
}

interface Props extends AccountFrameContent {
  /** its place stays empty without it */
  menu?: ReactNode
  aside: ReactNode
}

/** With fewer sections, a phone scrolls as fast. */
const CHIPS_MIN = 4

/** Layout of the account center: header, side menu or tabs, heading and cards. */
export const AccountFrame = ({
  menu,
  aside,
  title,
  lead,
  beside,
  back,
  header,
  sections = [],
  children,
}: Props) => (
  <PageFrame aside={aside} wide="menu">
    <div className={styles.body}>
      <div className={styles.nav}>{menu}</div>
      <Main className={styles.main}>
        {header ??
          (title && (
            <div className={styles.heading}>
              {back && <div>{back}</div>}
              <h1>{title}</h1>
              {beside && <div className={styles.beside}>{beside}</div>}
              {lead && <p>{lead}</p>}
            </div>
          ))}
        {sections.length >= CHIPS_MIN && <JumpList form="row" sections={sections} />}
        {children}
      </Main>
    </div>
  </PageFrame>
)
