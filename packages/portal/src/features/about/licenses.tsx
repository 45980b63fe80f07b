import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './about.module.css'

/** The bundled packages and their licenses, collected at build time. */
export function Licenses() {
  const query = useQuery({
    queryKey: ['licenses'],
    queryFn: () => import('virtual:licenses'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <LoadRegion
      query={query}
      skeleton={[0, 1, 2, 3].map(line => <Skeleton key={line} />)}
      loadingText={m.ui_loading()}
    >
      {({ packages, texts }) => (
        <ul className={styles.licenses} lang="en">
          {packages.map(({ name, version, license, text }) => (
            <li key={`${name} ${version}`}>
              <details>
                <summary>
                  <span className={styles.name}>{name}</span> <span>{version}</span> <span>{license}</span>
                </summary>
                <pre className={styles.text}>{text === null ? license : texts[text]}</pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </LoadRegion>
  )
}
