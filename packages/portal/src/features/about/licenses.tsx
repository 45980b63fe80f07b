import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './about.module.css'

type LicenseList = typeof import('virtual:licences')

const load = () => import('virtual:licences')

/** The bundled packages and their licenses, collected at build time. */
export function Licenses() {
  const [list, setList] = useState<LicenseList>()
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again
  useEffect(() => {
    let left = false
    load().then(
      found => left || setList(found),
      () => left || setFailed(true),
    )
    return () => {
      left = true
    }
  }, [turn])
  if (failed)
    return (
      <>
        <Notice tone="danger" role="alert">
          {m.error_network()}
        </Notice>
        <Button
          variant="secondary"
          onClick={() => {
            setFailed(false)
            setTurn(turn + 1)
          }}
        >
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
