/** The side menu of specification 2: what there is, in its order, and what of it a person gets to see. Pure. */
import type { PortalPage } from '@kerf/contract/portal-routes'

export type MenuKey = 'settings' | 'security' | 'exchange' | 'training' | 'learn-more'
export type AccountBase = 'profile' | 'profile-business'

interface Linked {
  readonly key: MenuKey
  readonly to: PortalPage
  readonly ready: true
  readonly newPage?: false
}

interface Beside {
  readonly key: MenuKey
  /** path of a page without a language, opened beside */
  readonly to: string
  readonly ready: true
  readonly newPage: true
}

/** A screen that does not exist yet is not linked: once it does, `ready` is all that changes. */
interface Coming {
  readonly key: MenuKey
  readonly to: string
  readonly ready: false
  readonly newPage?: boolean
}

export type MenuItem = Linked | Beside
type AnyItem = MenuItem | Coming

const ITEMS: Readonly<Record<AccountBase, readonly AnyItem[]>> = {
  profile: [
    { key: 'settings', to: 'profile/settings', ready: true },
    { key: 'security', to: 'profile/security', ready: true },
    { key: 'exchange', to: 'profile/exchange', ready: true },
    { key: 'training', to: 'profile/training', ready: true },
    { key: 'learn-more', to: '/learnMore', ready: true, newPage: true },
  ],
  'profile-business': [{ key: 'settings', to: 'profile-business/settings', ready: true }],
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
  ITEMS[base].filter(item => item.ready).filter(item => item.key !== 'training' || isTrainingShown(facts))

/** Where someone on a page of the menu is sent instead, or undefined to stay. */
export const sentAway = (current: MenuKey, facts: TrainingFacts): PortalPage | undefined =>
  current === 'training' && !isTrainingShown(facts) ? 'profile/settings' : undefined
