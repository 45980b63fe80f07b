import { PASSPORT_VERSION } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { type ComponentType, type ReactNode, useState } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Scene } from '../../ui/drawing/drawing.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { ChevronDownIcon, InfoIcon, PersonIcon } from '../../ui/icon/icons.tsx'
import styles from './about.module.css'
import { legalLinks, newsLinks } from './about-links.ts'
import { Licenses } from './licenses.tsx'
import { LinkRows } from './link-rows.tsx'

const DevicesIcon = /* @__PURE__ */ icon(path('M2.5 4.5h11v8h-11zM6 15.5h4M8 12.5v3M13.5 8h4v9h-4z'))
const EverythingIcon = /* @__PURE__ */ icon(
  path('M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z'),
)
const AccessibilityIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="4" r="1.5" />
    <path d="M4 7.5l6 1.2 6-1.2M10 8.7v3.8M10 12.5l-3 5M10 12.5l3 5" />
  </>,
)
const SourceIcon = /* @__PURE__ */ icon(path('M7 6l-4 4 4 4M13 6l4 4-4 4'))

const SECURITY = { Icon: DevicesIcon, text: m.about_point_security }
const POINTS = [
  { Icon: PersonIcon, text: m.about_point_account },
  SECURITY,
  { Icon: EverythingIcon, text: m.about_point_benefits },
]
/** Of a brand with machines and training. */
const machinePoints = (Icon: ComponentType) => [
  { Icon, text: m.about_point_machines },
  SECURITY,
  { Icon: EverythingIcon, text: m.about_point_messages },
]

export interface AboutMachine {
  readonly name: string
  /** parts of its drawing */
  readonly scene: ReactNode
}

interface Props {
  /** name of the brand */
  brand: string
  /** drawn above the words, and the icon of the machines; undefined: the picture of the brand is beside the words */
  machines: { readonly Icon: ComponentType; readonly kinds: readonly AboutMachine[] } | undefined
}

/** Purpose, help, version and third-party licenses of the portal. */
export function About({ brand, machines }: Props) {
  const [opened, setOpened] = useState(false)
  const words = (
    <div className={styles.words}>
      <ul className={styles.points}>
        {(machines ? machinePoints(machines.Icon) : POINTS).map(({ Icon, text }) => (
          <li key={text()}>
            <Icon />
            {text()}
          </li>
        ))}
      </ul>
      {getCurrentToken() === undefined && (
        <ButtonLink target="_self" href={portalHref('register')}>
          {m.about_create()}
        </ButtonLink>
      )}
    </div>
  )
  return (
    <>
      <Card title={m.about_what_title({ brand })}>
        {machines ? (
          <>
            <ul className={styles.machines}>
              {machines.kinds.map(({ name, scene }) => (
                <li key={name}>
                  <svg viewBox="0 0 80 80" aria-hidden="true" focusable="false">
                    <Scene>{scene}</Scene>
                  </svg>
                  {name}
                </li>
              ))}
            </ul>
            {words}
          </>
        ) : (
          <div className={styles.brand}>
            <div className={styles.picture}>
              <img src={getPageContext().data.brand.picture} alt="" />
            </div>
            {words}
          </div>
        )}
      </Card>
      <Card title={m.about_news_title()}>
        <LinkRows links={newsLinks()} />
      </Card>
      <Card title={m.about_legal_title()}>
        <LinkRows links={legalLinks()}>
          <li>
            <Fold Icon={AccessibilityIcon} title={m.about_accessibility_title()}>
              <p>{m.about_accessibility_text()}</p>
            </Fold>
          </li>
          <li>
            <Fold Icon={SourceIcon} title={m.about_licenses_title()} onOpen={() => setOpened(true)}>
              <p>{m.about_licenses_text()}</p>
              {opened && <Licenses />}
            </Fold>
          </li>
          <li>
            <p className={styles.link}>
              <InfoIcon />
              {m.about_version()}
              <strong>{PASSPORT_VERSION}</strong>
            </p>
          </li>
        </LinkRows>
      </Card>
    </>
  )
}

interface FoldProps {
  Icon: ComponentType
  title: string
  onOpen?(): void
  children: ReactNode
}

/** A row of a list of links that opens in place. */
const Fold = ({ Icon, title, onOpen, children }: FoldProps) => (
  <details className={styles.fold} onToggle={event => event.currentTarget.open && onOpen?.()}>
    <summary className={styles.link}>
      <Icon />
      <h3>{title}</h3>
      <ChevronDownIcon />
    </summary>
    {children}
  </details>
)
