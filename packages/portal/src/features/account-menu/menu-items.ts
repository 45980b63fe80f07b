/** Items of the side menu, in order, and which of them an account sees. Pure functions. */
import type { PortalPage, UnlocalizedPage } from '@kerf/contract/portal-routes'

export type MenuKey =
  | 'settings'
  | 'security'
  | 'sessions'
  | 'machines'
  | 'exchange'
  | 'training'
  | 'learn-more'
export type AccountBase = 'profile' | 'profile-business'

interface PortalMenuItem {
  readonly key: MenuKey
  readonly to: PortalPage
  /** section of the page */
  readonly section?: string
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

/** The settings of an enterprise account: their sections are a whole account center. */
const BUSINESS = 'profile-business/settings'

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
    { key: 'settings', to: BUSINESS },
    { key: 'security', to: BUSINESS, section: 'security' },
    { key: 'sessions', to: BUSINESS, section: 'sessions' },
    { key: 'machines', to: 'profile-business/machines' },
    { key: 'learn-more', to: BUSINESS, section: 'about' },
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
