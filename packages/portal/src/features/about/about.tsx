import { PASSPORT_VERSION } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import { Card } from '../../ui/card/card.tsx'
import { CardDisclosure } from '../../ui/disclosure/disclosure.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { ChevronRightIcon, InfoIcon, PersonIcon } from '../../ui/icon/icons.tsx'
import styles from './about.module.css'
import { type AboutLink, helpLinks, legalLinks } from './about-links.ts'
import { Licenses } from './licenses.tsx'

const DevicesIcon = /* @__PURE__ */ icon(path('M2.5 4.5h11v8h-11zM6 15.5h4M8 12.5v3M13.5 8h4v9h-4z'))
const EverythingIcon = /* @__PURE__ */ icon(
  path('M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z'),
)

const POINTS = [
  { Icon: PersonIcon, text: m.about_point_account },
  { Icon: DevicesIcon, text: m.about_point_security },
  {
    Icon: EverythingIcon,
    text: () =>
      (getPageContext().data.brand.training === false ? m.about_point_benefits : m.about_point_messages)(),
  },
]

interface Props {
  /** name of the brand */
  brand: string
}

/** Purpose, help, version and third-party licenses of the portal. */
export function About({ brand }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Card title={m.about_what_title({ brand })}>
        <ul className={styles.points}>
          {POINTS.map(({ Icon, text }) => (
            <li key={text()}>
              <Icon />
              {text()}
            </li>
          ))}
        </ul>
      </Card>
      <Card title={m.about_help_title()}>
        <Links links={helpLinks()} />
      </Card>
      <Card title={m.about_legal_title()}>
        <Links links={legalLinks()}>
          <li>
            <p className={styles.link}>
              <InfoIcon />
              {m.about_version()}
              <strong>{PASSPORT_VERSION}</strong>
            </p>
          </li>
        </Links>
      </Card>
      <Card title={m.about_accessibility_title()} description={m.about_accessibility_text()} />
      <Card>
        <CardDisclosure
          title={m.about_licenses_title()}
          text={m.about_licenses_text()}
          onOpen={() => setOpened(true)}
        >
          {opened && <Licenses />}
        </CardDisclosure>
      </Card>
    </>
  )
}

const Links = ({ links, children }: { links: readonly AboutLink[]; children?: ReactNode }) => (
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
