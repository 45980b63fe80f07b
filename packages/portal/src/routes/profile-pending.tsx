import * as m from '@kerf/locales/messages'
import { useLanguage } from '../lib/language.ts'
import { page } from '../lib/page.ts'
import { ProfileFrame } from './profile-frame.tsx'
import { SettingsSkeleton } from './settings-skeleton.tsx'

/** The shell and the shape of the settings while it is asked who is there. */
export function ProfilePending() {
  const brand = page().data.brand.name[useLanguage()]
  return (
    <ProfileFrame
      base="profile"
      current="settings"
      title={m.profile_title()}
      lead={m.settings_lead({ brand })}
    >
      <SettingsSkeleton />
    </ProfileFrame>
  )
}
