/** The side menu of specification 2: what there is, in its order, and what of it a person gets to see. Pure. */
import type { PortalPage } from '@kerf/contract/portal-routes'

export type MenuKey = 'settings' | 'security' | 'exchange' | 'training' | 'learn-more'
export type AccountBase = 'profile' | 'profile-business'

interface Linked {
  readonly key: MenuKey
  readonly to: PortalPage
  readonly newPage?: false
}

interface Beside {
  readonly key: MenuKey
  /** path of a page without a language, opened beside */
  readonly to: string
  readonly newPage: true
}

export type MenuItem = Linked | Beside

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

export interface TrainingFacts {
  readonly hasSafetyPrize: boolean
  readonly hasPrintPrize: boolean
  /** `isTrainingNeeded` of the contract */
  readonly needed: boolean
}

/** Training goes only when it is not needed and neither prize was won. */
export const isTrainingShown = ({ hasSafetyPrize, hasPrintPrize, needed }: TrainingFacts): boolean =>
  needed || hasSafetyPrize || hasPrintPrize

export const menuItems = (base: AccountBase, facts: TrainingFacts): readonly MenuItem[] =>
  ITEMS[base].filter(item => item.key !== 'training' || isTrainingShown(facts))

/** Where someone on a page of the menu is sent instead, or undefined to stay. */
export const sentAway = (current: MenuKey, facts: TrainingFacts): PortalPage | undefined =>
  current === 'training' && !isTrainingShown(facts) ? 'profile/settings' : undefined
