import * as m from '@kerf/locales/messages'
import { useRequest } from '../../lib/use-request.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './about.module.css'

/** The bundled packages and their licenses, collected at build time. */
export function Licenses() {
  const { data: list, error, retry } = useRequest('licenses', () => import('virtual:licences'))
  if (error)
    return (
      <>
        <Notice tone="danger" role="alert">
          {m.error_network()}
        </Notice>
        <Button variant="secondary" onClick={retry}>
          {m.messages_retry()}
        </Button>
      </>
    )
  if (!list) return [0, 1, 2, 3].map(line => <Skeleton key={line} />)
  return (
    <ul className={styles.licences} lang="en">
      {list.packages.map(({ name, version, license, text }) => (
        <li key={`${name} ${version}`}>
          <details>
            <summary>
              <span className={styles.name}>{name}</span> <span>{version}</span> <span>{license}</span>
            </summary>
            <pre className={styles.text}>{text === null ? license : list.texts[text]}</pre>
          </details>
        </li>
      ))}
    </ul>
  )
}
