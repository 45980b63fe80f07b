import { PASSPORT_VERSION } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import { Card } from '../../ui/card/card.tsx'
import { CardDisclosure } from '../../ui/disclosure/disclosure.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { PersonIcon } from '../../ui/icon/icons.tsx'
import styles from './about.module.css'
import { Licenses } from './licenses.tsx'

const DevicesIcon = /* @__PURE__ */ icon(path('M2.5 4.5h11v8h-11zM6 15.5h4M8 12.5v3M13.5 8h4v9h-4z'))
const EverythingIcon = /* @__PURE__ */ icon(
  path('M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z'),
)
const ChevronIcon = /* @__PURE__ */ icon(path('M7.5 5l5 5-5 5'))

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
  links: readonly { readonly href: string; readonly name: string }[]
}

/** Purpose, version and third-party licenses of the portal. */
export function About({ brand, links }: Props) {
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
        <p className={styles.version}>
          <span>{m.about_version()}</span> <strong>{PASSPORT_VERSION}</strong>
        </p>
      </Card>
      <Card title={m.about_links_title()}>
        <ul className={styles.links}>
          {links.map(({ href, name }) => (
            <li key={href}>
              <a href={href}>
                {name}
                <ChevronIcon />
              </a>
            </li>
          ))}
        </ul>
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
