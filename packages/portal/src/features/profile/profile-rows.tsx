import * as m from '@kerf/locales/messages'
import { useLanguage } from '../../lib/page/language.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { DescriptionItem } from '../../ui/description-list/description-list.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { usePlaces } from './place/use-places.ts'
import styles from './profile-rows.module.css'

interface RowProps {
  name: string
  /** undefined while it loads; '' if it is not set */
  value: string | undefined
  /** where it is changed */
  href: string
}

/** A part of a profile, with the link to its field. */
export const ProfileRow = ({ name, value, href }: RowProps) => (
  <DescriptionItem
    name={name}
    actions={
      <ButtonLink variant="secondary" size="small" href={href}>
        {value === '' ? m.profile_add() : m.profile_edit()}
        <VisuallyHidden> {name}</VisuallyHidden>
      </ButtonLink>
    }
  >
    {value === undefined ? (
      <Skeleton width="half" />
    ) : (
      <span className={styles.value} data-unset={value === '' || undefined}>
        {value || m.profile_none()}
      </span>
    )}
  </DescriptionItem>
)

/** The name of the account's country or region; undefined while it loads. */
export function useCountryName(info: Pick<FullInfo, 'country'> | undefined): string | undefined {
  const language = useLanguage()
  const { places, failed } = usePlaces(info?.country ? '' : undefined)
  if (info?.country && !places && !failed) return undefined
  return info && (places?.[language].find(({ id }) => id === info.country)?.name ?? info.country)
}
