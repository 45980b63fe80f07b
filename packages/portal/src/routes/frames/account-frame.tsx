import type { ReactNode } from 'react'
import { Main } from '../../ui/main/main.tsx'
import styles from './account-frame.module.css'
import { PageFrame } from './page-frame.tsx'

export interface AccountFrameContent {
  /** '': a page that brings its own heading */
  title: string
  lead?: ReactNode
  /** content beside the title */
  beside?: ReactNode
  /** in place of the title: a heading of its own */
  header?: ReactNode
  /** Cards of the page. They read the account with `useAccount`. */
  children: ReactNode
}

interface Props extends AccountFrameContent {
  /** its place stays empty without it */
  menu?: ReactNode
  aside: ReactNode
}

/** Layout of the account center: header, side menu or tabs, heading and cards. */
export const AccountFrame = ({ menu, aside, title, lead, beside, header, children }: Props) => (
  <PageFrame aside={aside} wide>
    <div className={styles.body}>
      <div className={styles.nav}>{menu}</div>
      <Main className={styles.main}>
        {header ??
          (title && (
            <div className={styles.heading}>
              <div>
                <h1>{title}</h1>
                {lead && <p>{lead}</p>}
              </div>
              {beside}
            </div>
          ))}
        {children}
      </Main>
    </div>
  </PageFrame>
)
