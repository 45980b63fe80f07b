import type { PortalPage } from '@kerf/contract/portal-routes'
import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { insertElements } from '../../lib/text/rich-text.tsx'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import styles from './form.module.css'

/** Links to other pages below the card, one per line. */
export const PageLinks = ({ children }: { children: ReactNode }) => (
  <div className={styles.lines}>{children}</div>
)

interface PageLinkProps {
  /** a sentence with `{link}` in it */
  text: string
  to: PortalPage
  label: string
  /** links between login and sign-up; `lr=0` hides them */
  isSwitch?: boolean
}

export function PageLink({ text, to, label, isSwitch }: PageLinkProps) {
  return (
    <p className={isSwitch ? styles.switch : undefined}>
      {insertElements(text, { link: <AppLink to={to}>{label}</AppLink> })}
    </p>
  )
}

/** Cases that only customer service can solve. `text`: with `{link}` in it. */
export const HelpLine = ({ text }: { text: string }) => (
  <p>{insertElements(text, { link: <HelpLink>{m.customer_service()}</HelpLink> })}</p>
)
