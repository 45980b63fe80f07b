/** The side menu of specification 2: what there is, in its order, and what of it a person gets to see. Pure. */
import type { PortalPage } from '@kerf/contract/portal-routes'

export type MenuKey = 'settings' | 'security' | 'exchange' | 'training' | 'learn-more'
export type AccountBase = 'profile' | 'profile-business'

interface PortalMenuItem {
  readonly key: MenuKey
  readonly to: PortalPage
  readonly newPage?: false
}

interface NewTabMenuItem {
  readonly key: MenuKey
  /** path of a page without a language, opened beside */
  readonly to: string
  readonly newPage: true
}

export type MenuItem = PortalMenuItem | NewTabMenuItem

const ITEMS: Readonly<Record<AccountBase, readonly MenuItem[]>> = {
  profile: [
    { key: 'settings', to: 'profile/settings' },
    { key: 'security', to: 'profile/security' },
    { key: 'exchange', to: 'profile/exchange' },
    { key: 'training', to: 'profile/training' },
    { key: 'learn-more', to: '/learnMore', newPage: true },
  ],
  'profile-business': [{ key: 'settings', to: 'profile-business/settings' }],
}

export interface TrainingVisibility {
  readonly hasSafetyPrize: boolean
  readonly hasPrintPrize: boolean
  /** `isTrainingNeeded` of the contract */
  readonly needed: boolean
}

/** Training goes only when it is not needed and neither prize was won. */
export const isTrainingShown = ({ hasSafetyPrize, hasPrintPrize, needed }: TrainingVisibility): boolean =>
  needed || hasSafetyPrize || hasPrintPrize

export const menuItems = (base: AccountBase, facts: TrainingVisibility): readonly MenuItem[] =>
  ITEMS[base].filter(item => item.key !== 'training' || isTrainingShown(facts))

/** Where someone on a page of the menu is sent instead, or undefined to stay. */
export const redirectTarget = (current: MenuKey, facts: TrainingVisibility): PortalPage | undefined =>
  current === 'training' && !isTrainingShown(facts) ? 'profile/settings' : undefined
