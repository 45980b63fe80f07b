import type { ReactNode } from 'react'
import { ChevronRightIcon } from '../../ui/icon/icons.tsx'
import styles from './about.module.css'
import type { AboutLink } from './about-links.ts'

/** Links as the rows of a card. `children`: further rows. */
export const LinkRows = ({ links, children }: { links: readonly AboutLink[]; children?: ReactNode }) => (
  <ul className={styles.links}>
    {links.map(({ href, name, Icon }) => (
      <li key={href}>
        <a href={href} className={styles.link}>
          <Icon />
          {name}
          <ChevronRightIcon />
        </a>
      </li>
    ))}
    {children}
  </ul>
)
