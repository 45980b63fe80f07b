import * as m from '@kerf/locales/messages'
import type { FullInfo } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card, CardTitle } from '../../ui/card/card.tsx'
import { DescriptionList } from '../../ui/description-list/description-list.tsx'
import { PersonIcon } from '../../ui/icon/icons.tsx'
import { dayOf } from './birthday.ts'
import { ProfileRow, useCountryName } from './profile-rows.tsx'

type Known = Pick<FullInfo, 'nickname' | 'introduction' | 'gender' | 'birthday' | 'country'>

/** What the profile says, a row for each part, with a link to its field. `info`: undefined while it loads. */
export function ProfileCard({ info }: { info: Known | undefined }) {
  const country = useCountryName(info)
  const gender = info && { '': '', male: m.personal_male(), female: m.personal_female() }[info.gender]
  const rows = [
    { field: 'nickname', name: m.you_nickname(), value: info?.nickname },
    { field: 'introduction', name: m.you_introduction(), value: info?.introduction },
    { field: 'gender', name: m.personal_gender(), value: gender },
    { field: 'birthday', name: m.personal_birthday(), value: info && dayOf(info.birthday) },
    { field: 'country', name: m.place_country(), value: country },
  ]
  const title = <CardTitle title={m.home_settings()} Icon={PersonIcon} />
  if (rows.every(({ value }) => value === ''))
    return (
      <Card
        id="profile"
        title={title}
        description={m.profile_complete_text()}
        action={
          <ButtonLink variant="secondary" size="small" href={portalHref('profile/settings')}>
            {m.profile_complete()}
          </ButtonLink>
        }
      />
    )
  return (
    <Card id="profile" title={title}>
      <DescriptionList>
        {rows.map(({ field, name, value }) => (
          <ProfileRow
            key={field}
            name={name}
            value={value}
            href={`${portalHref('profile/settings')}#${field}`}
          />
        ))}
      </DescriptionList>
    </Card>
  )
}
