import * as m from '@kerf/locales/messages'
import { useRouter } from '../../lib/router/router-view.tsx'
import { barePageHref } from '../../lib/url/bare-page-href.ts'
import { isPlainClick } from '../../lib/url/is-plain-click.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ExternalIcon } from '../../ui/icon/icons.tsx'
import { JumpList, type Section } from '../../ui/jump-list/jump-list.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { MENU_ICONS } from './menu-icons.tsx'
import type { MenuItem, MenuKey } from './menu-items.ts'
import styles from './side-menu.module.css'

const NAMES = {
  settings: m.menu_settings,
  security: m.menu_security,
  machines: m.menu_machines,
  exchange: m.menu_exchange,
  training: m.menu_training,
  'learn-more': m.menu_about,
} as const satisfies Record<MenuKey, () => string>

interface Props {
  items: readonly MenuItem[]
  current: MenuKey | undefined
  /** title of a page below that of the current item; '' for the page of the item */
  page: string
  /** of the current page, if it is long */
  sections: readonly Section[]
}

/** Navigation: a side menu on wide screens, a tab bar at the bottom on narrow ones. */
export function SideMenu({ items, current, page, sections }: Props) {
  return (
    <nav className={styles.menu} aria-label={m.menu_name()}>
      <ul>
        {items.map(item => (
          <li key={item.key}>
            <Item item={item} current={item.key === current} />
            {item.key === current && sections.length > 0 && (
              <>
                {page && <p className={styles.page}>{page}</p>}
                <JumpList form="lines" sections={sections} />
              </>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Item({ item, current }: { item: MenuItem; current: boolean }) {
  const { history } = useRouter()
  const Icon = MENU_ICONS[item.key]
  const href = item.newPage ? barePageHref(item.to) : portalHref(item.to)
  return (
    <a
      href={href}
      className={styles.item}
      aria-current={current ? 'page' : undefined}
      target={item.newPage ? '_blank' : undefined}
      rel={item.newPage ? 'noopener' : undefined}
      onClick={event => {
        if (item.newPage || !isPlainClick(event)) return
        event.preventDefault()
        if (href !== location.pathname + location.search + location.hash) history.push(href)
      }}
    >
      <Icon />
      <span>{NAMES[item.key]()}</span>
      {item.newPage && (
        <>
          <span className={styles.external}>
            <ExternalIcon />
          </span>
          <VisuallyHidden>{m.menu_new_page()}</VisuallyHidden>
        </>
      )}
    </a>
  )
}
