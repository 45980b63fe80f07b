import type { AccountBase } from '../../features/account-menu/menu-items.ts'
import { useLocation } from '../../lib/router/router-view.tsx'

/** The kind of account whose page this is. Several pages belong to both kinds, each at its own address. */
export const useAccountBase = (): AccountBase =>
  useLocation().pathname.includes('/profile-business/') ? 'profile-business' : 'profile'
