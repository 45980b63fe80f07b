/** Paths of the portal below `/{lang}/`, shared by the server's redirects and the router. */
import type { Language } from './language.ts'

/** Pages prerendered at build time. */
export const VISITOR_PAGES = ['login', 'login-business', 'register', 'findpwd'] as const
export type VisitorPage = (typeof VISITOR_PAGES)[number]

/** Pages of the account center. Their skeletons are prerendered. All other pages start as an empty shell. */
export const ACCOUNT_PAGES = [
  'profile',
  'profile/settings',
  'profile/security',
  'profile/exchange',
  'profile/training',
  'profile/machines',
  'profile-business',
  'profile-business/settings',
  'profile-business/company',
  'profile-business/security',
  'profile-business/machines',
  'message',
] as const
export type AccountPage = (typeof ACCOUNT_PAGES)[number]

/** A document of its own: its policy alone allows the camera and WebAssembly. The router does not know it. */
export const SCANNER_PAGE = 'machines/scan'

export const PORTAL_PAGES = [
  ...VISITOR_PAGES,
  ...ACCOUNT_PAGES,
  'sn-password',
  'not-me',
  'allow-login',
  'confirm-email',
  'machines/join',
  SCANNER_PAGE,
  'authcb',
  'terms',
  'privacy',
  'certificate',
  'authorize',
  'activate',
] as const
export type PortalPage = (typeof PORTAL_PAGES)[number]

/** Pages without a language in their path. Parameter `l`, cookie and browser decide it. */
export const UNLOCALIZED_PAGES = ['selftest', 'announcement', 'learnMore'] as const
export type UnlocalizedPage = (typeof UNLOCALIZED_PAGES)[number]

export const isUnlocalizedPage = (path: string): path is UnlocalizedPage =>
  (UNLOCALIZED_PAGES as readonly string[]).includes(path)

export const isPortalPage = (path: string): path is PortalPage =>
  (PORTAL_PAGES as readonly string[]).includes(path)

export const isVisitorPage = (path: string): path is VisitorPage =>
  (VISITOR_PAGES as readonly string[]).includes(path)

export const isAccountPage = (path: string): path is AccountPage =>
  (ACCOUNT_PAGES as readonly string[]).includes(path)

/** Tasks of `profile/security` and `profile-business/security` with an address of their own, for links of apps. In the order of the page. */
export const SECURITY_TASKS = [
  'password',
  'passkey',
  'two-step',
  'accounts',
  'email',
  'devices',
  'apps',
  'history',
  'data',
  'delete',
] as const
export type SecurityTask = (typeof SECURITY_TASKS)[number]
export const isSecurityTask = (task: string | undefined): task is SecurityTask =>
  task !== undefined && (SECURITY_TASKS as readonly string[]).includes(task)

/** A page whose path ends in an id or a task. */
export type PageWithId =
  | `${'certificate' | 'authorize' | 'profile/machines' | 'profile-business/machines'}/${string}`
  | `${'profile' | 'profile-business'}/security/${SecurityTask}`
const NAMED = new RegExp(
  `^(?:(certificate|authorize)/[^/]{1,60}|(profile(?:-business)?/machines)(?:/workshops)?/[^/]{1,60}|(profile(?:-business)?/security)/(?:${SECURITY_TASKS.join('|')}))$`,
)
/** Removes the id or the task from a path. */
export function pageOfPath(path: string): string {
  return (
    NAMED.exec(path)
      ?.slice(1)
      .find(page => page !== undefined) ?? path
  )
}

export const portalPath = (language: Language, page: PortalPage | PageWithId): string =>
  `/${language}/${page}`
