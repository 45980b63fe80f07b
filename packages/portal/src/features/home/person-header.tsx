import * as m from '@kerf/locales/messages'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Cover } from '../../ui/cover/cover.tsx'
import { Facts } from '../../ui/item-list/item-list.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './person-header.module.css'

interface Person {
  readonly name: string
  readonly picture: string
  /** a line about the account; '' for none */
  readonly detail: string
  /** Unix seconds */
  readonly memberSince: number
}

/** Heading of the account home: whose it is, below the brand's picture. `person`: undefined while the account loads. */
export function PersonHeader({ person }: { person: Person | undefined }) {
  const language = useLanguage()
  return (
    <div className={styles.person}>
      <Cover picture={getPageContext().data.brand.picture} />
      {person ? (
        <Avatar picture={person.picture} name={person.name} size="large" />
      ) : (
        <span className={styles.skeleton}>
          <Skeleton shape="circle" />
        </span>
      )}
      <div className={styles.words}>
        <h1>{person ? person.name : m.profile_title()}</h1>
        {person ? (
          <Facts>
            {person.detail && <span>{person.detail}</span>}
            <span>{m.home_member_since({ month: monthOf(person.memberSince, language) })}</span>
          </Facts>
        ) : (
          <div className={styles.loading}>
            <Skeleton width="third" />
            <Skeleton width="third" />
          </div>
        )}
      </div>
    </div>
  )
}

const monthOf = (seconds: number, language: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(seconds * 1000)
