import { PASSPORT_VERSION } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { Card } from '../../ui/card/card.tsx'
import styles from './about.module.css'
import { Licenses } from './licenses.tsx'

interface Props {
  brand: string
  links: readonly { readonly href: string; readonly name: string }[]
}

/** Purpose, version and third-party licenses of the portal. */
export function About({ brand, links }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Card title={m.about_what_title()}>
        <p>{m.about_what_text({ brand })}</p>
        <ul className={styles.points}>
          <li>{m.about_point_account()}</li>
          <li>{m.about_point_security()}</li>
          <li>{m.about_point_messages()}</li>
        </ul>
        <p className={styles.version}>
          <span>{m.about_version()}</span> <strong>{PASSPORT_VERSION}</strong>
        </p>
      </Card>
      <Card title={m.about_accessibility_title()}>
        <p>{m.about_accessibility_text()}</p>
      </Card>
      <Card title={m.about_links_title()}>
        <ul className={styles.links}>
          {links.map(({ href, name }) => (
            <li key={href}>
              <a href={href}>{name}</a>
            </li>
          ))}
        </ul>
      </Card>
      <Card>
        <details className={styles.made} onToggle={event => setOpened(event.currentTarget.open || opened)}>
          <summary>
            <h2>{m.about_licenses_title()}</h2>
            <span>{m.about_licenses_text()}</span>
          </summary>
          {opened && <Licenses />}
        </details>
      </Card>
    </>
  )
}
