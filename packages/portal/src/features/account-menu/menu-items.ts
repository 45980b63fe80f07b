/** Items of the side menu, in order, and which of them an account sees. Pure functions. */
import type { PortalPage, UnlocalizedPage } from '@kerf/contract/portal-routes'

export type MenuKey = 'settings' | 'security' | 'machines' | 'exchange' | 'training' | 'learn-more'
export type AccountBase = 'profile' | 'profile-business'

interface PortalMenuItem {
  readonly key: MenuKey
  readonly to: PortalPage
  readonly newPage?: false
}

interface NewTabMenuItem {
  readonly key: MenuKey
  /** a page without a menu, opened in a new tab */
  readonly to: UnlocalizedPage
  readonly newPage: true
}

export type MenuItem = PortalMenuItem | NewTabMenuItem

const ABOUT: MenuItem = { key: 'learn-more', to: 'learnMore', newPage: true }

const ITEMS: Readonly<Record<AccountBase, readonly MenuItem[]>> = {
  profile: [
    { key: 'settings', to: 'profile' },
    { key: 'security', to: 'profile/security' },
    { key: 'machines', to: 'profile/machines' },
    { key: 'exchange', to: 'profile/exchange' },
    { key: 'training', to: 'profile/training' },
    ABOUT,
  ],
  'profile-business': [
    { key: 'settings', to: 'profile-business/settings' },
    { key: 'security', to: 'profile-business/security' },
    { key: 'machines', to: 'profile-business/machines' },
    ABOUT,
  ],
}

export interface TrainingVisibility {
  readonly hasSafetyPrize: boolean
  readonly hasPrintPrize: boolean
  /** `isTrainingNeeded` of the contract */
  readonly needed: boolean
}

/** Training is hidden if it is not needed and the account has no certificate. */
export const isTrainingShown = ({ hasSafetyPrize, hasPrintPrize, needed }: TrainingVisibility): boolean =>
  needed || hasSafetyPrize || hasPrintPrize

export const menuItems = (base: AccountBase, visibility: TrainingVisibility): readonly MenuItem[] =>
  ITEMS[base].filter(item => item.key !== 'training' || isTrainingShown(visibility))

/** The page to redirect to if the current one is hidden for the account; undefined to stay. */
export const redirectTarget = (current: MenuKey, visibility: TrainingVisibility): PortalPage | undefined =>
  current === 'training' && !isTrainingShown(visibility) ? 'profile/settings' : undefined
