/** Sections of long pages, for the list that jumps to them. Skeletons use the same, so that nothing moves when a page is loaded. */
import * as m from '@kerf/locales/messages'
import type { AccountBase } from '../../features/account-menu/menu-items.ts'
import type { Section } from '../../ui/jump-list/jump-list.tsx'

export const homeSections = (base: AccountBase): readonly Section[] => [
  { id: 'overview', title: m.home_name() },
  { id: 'checkup', title: m.home_checkup() },
  { id: 'latest', title: m.messages_title() },
  { id: 'profile', title: base === 'profile' ? m.home_settings() : m.business_details() },
]

export const profileSections = (): readonly Section[] => [
  { id: 'picture', title: m.avatar_title() },
  { id: 'about', title: m.you_title() },
  { id: 'personal', title: m.personal_title() },
]

export const companySections = (): readonly Section[] => [
  { id: 'account', title: m.security_account_title() },
  { id: 'picture', title: m.avatar_title_business() },
  { id: 'place', title: m.place_title() },
]

export const securitySections = (): readonly Section[] => [
  { id: 'login', title: m.security_group_login() },
  { id: 'account', title: m.security_account_title() },
  { id: 'devices', title: m.security_group_devices() },
  { id: 'data', title: m.security_group_data() },
]
