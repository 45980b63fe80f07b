import { legal_contents } from '@kerf/locales/messages'
import { useRef } from 'react'
import { isPlainClick } from '../../lib/url/is-plain-click.ts'
import styles from './jump-list.module.css'
import { jumpTo, useCurrentSection } from './sections.ts'
import { useHiddenEdges } from './use-hidden-edges.ts'

export interface Section {
  /** of its element */
  readonly id: string
  readonly title: string
}

interface Props {
  sections: readonly Section[]
  /** as a row of buttons above the content of a narrow page, or as lines below the current item of a menu */
  form: 'row' | 'lines'
}

/** Links to the sections of a long page. The one in view is marked. */
export function JumpList({ sections, form }: Props) {
  const current = useCurrentSection(sections)
  const list = useRef<HTMLUListElement>(null)
  useHiddenEdges(list, sections.map(({ title }) => title).join())
  const links = (
    <ul ref={list} className={styles.list} data-form={form} aria-label={legal_contents()}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            onClick={event => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              jumpTo(id)
            }}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
  return form === 'lines' ? (
    links
  ) : (
    <nav className={styles.bar} aria-label={legal_contents()}>
      {links}
    </nav>
  )
}
