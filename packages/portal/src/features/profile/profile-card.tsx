import * as m from '@kerf/locales/messages'
import { useLanguage } from '../../lib/page/language.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { dayOf } from './birthday.ts'
import styles from './profile-card.module.css'
import { usePlaces } from './use-places.ts'

type Known = Pick<FullInfo, 'nickname' | 'introduction' | 'gender' | 'birthday' | 'country'>

/** What the profile says, a row for each part, with a link to its field. `info`: undefined while it loads. */
export function ProfileCard({ info }: { info: Known | undefined }) {
  const language = useLanguage()
  const { places, failed } = usePlaces(info?.country ? '' : undefined)
  const country = info && (places?.[language].find(({ id }) => id === info.country)?.name ?? info.country)
  const gender = info && { '': '', male: m.personal_male(), female: m.personal_female() }[info.gender]
  const rows = [
    { field: 'nickname', name: m.you_nickname(), value: info?.nickname },
    { field: 'introduction', name: m.you_introduction(), value: info?.introduction },
    { field: 'gender', name: m.personal_gender(), value: gender },
    { field: 'birthday', name: m.personal_birthday(), value: info && dayOf(info.birthday) },
    {
      field: 'country',
      name: m.place_country(),
      value: info?.country && !places && !failed ? undefined : country,
    },
  ]
  return (
    <Card title={m.home_settings()}>
      <DescriptionList>
        {rows.map(({ field, name, value }) => (
          <DescriptionItem
            key={field}
            name={name}
            actions={
              <PortalLink href={`${portalHref('profile/settings')}#${field}`} className={styles.edit}>
                {value === '' ? m.profile_add() : m.profile_edit()}
                <VisuallyHidden> {name}</VisuallyHidden>
              </PortalLink>
            }
          >
            {value === undefined ? (
              <Skeleton width="half" />
            ) : (
              <span className={styles.value}>{value || m.profile_none()}</span>
            )}
          </DescriptionItem>
        ))}
      </DescriptionList>
    </Card>
  )
}
