/** The route table of specification 2. */
import { isLanguage, type Language } from '@kerf/contract/language'
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { persistLanguage, setLanguage } from '../lib/language.ts'
import { portalHref } from '../lib/links.ts'
import { LoginPage } from '../routes/login.tsx'
import { VisitorLayout } from '../routes/visitor-layout.tsx'
import type { Access } from './access-rules.ts'
import { ErrorPage } from './error-page.tsx'
import { lazyPage, type PageModule } from './lazy-page.ts'
import { BeforeFirstPage, Root } from './root.tsx'

export interface RouterParts {
  readonly history: RouterHistory
  /** rendering at build time: nobody is there, so nothing is guarded or remembered */
  readonly prerender: boolean
  guard(access: Access, location: ParsedLocation): Promise<void>
}

export function createPortalRouter({ history, prerender, guard }: RouterParts) {
  const toLogin = () => redirect({ href: portalHref('login'), replace: true })
  const guarded = (access: Access) => ({
    beforeLoad: ({ location }: { location: ParsedLocation }) => guard(access, location),
  })

  const root = createRootRoute({ component: Root, errorComponent: ErrorPage })

  const inLanguage = createRoute({
    getParentRoute: () => root,
    path: '$lang',
    beforeLoad({ params }) {
      if (!isLanguage(params.lang)) throw toLogin()
      enter(params.lang)
    },
  })
  const enter = (next: Language) => {
    setLanguage(next)
    if (!prerender) persistLanguage(next)
  }

  /** A page below the language that is fetched when it is asked for. */
  const page = (
    path: string,
    load: () => Promise<PageModule>,
    access?: Access,
    parent: () => AnyRoute = () => inLanguage,
  ) =>
    createRoute({
      getParentRoute: parent,
      path,
      component: lazyPage(load),
      ...(access && guarded(access)),
    })

  const visitor = createRoute({
    getParentRoute: () => inLanguage,
    id: 'visitor',
    component: VisitorLayout,
  })
  const login = createRoute({
    getParentRoute: () => visitor,
    path: 'login',
    component: LoginPage,
    ...guarded({ loginOf: 'personal' }),
  })
  const loginBusiness = page(
    'login-business',
    () => import('../routes/login-business.tsx'),
    { loginOf: 'business' },
    () => visitor,
  )
  const register = page(
    'register',
    () => import('../routes/register.tsx'),
    undefined,
    () => visitor,
  )
  const findpwd = page(
    'findpwd',
    () => import('../routes/findpwd.tsx'),
    undefined,
    () => visitor,
  )

  const notMe = page(
    'not-me',
    () => import('../routes/not-me.tsx'),
    undefined,
    () => visitor,
  )

  const authcb = page('authcb', () => import('../routes/authcb.tsx'))

  const toProfile = () => import('../routes/profile.tsx')
  const profile = page('profile', toProfile, { only: 'personal' })
  const profileSettings = page('profile/settings', toProfile, { only: 'personal' })
  const security = page('profile/security', () => import('../routes/security.tsx'), {
    only: 'personal',
  })
  const exchange = page('profile/exchange', () => import('../routes/exchange.tsx'), {
    only: 'personal',
  })
  const training = page('profile/training', () => import('../routes/training.tsx'), {
    only: 'personal',
  })
  const certificate = page('certificate/$number', () => import('../routes/certificate.tsx'))
  const profileBusiness = createRoute({
    getParentRoute: () => inLanguage,
    path: 'profile-business',
    beforeLoad() {
      throw redirect({ href: portalHref('profile-business/settings'), replace: true })
    },
  })
  const profileBusinessSettings = page(
    'profile-business/settings',
    () => import('../routes/profile-business-settings.tsx'),
    { only: 'business' },
  )

  const message = page('message', () => import('../routes/message.tsx'), 'signed-in')
  const announcement = page(
    'announcement',
    () => import('../routes/announcement.tsx'),
    undefined,
    () => root,
  )
  const learnMore = page(
    'learnMore',
    () => import('../routes/learn-more.tsx'),
    undefined,
    () => root,
  )
  const snPassword = page('sn-password', () => import('../routes/sn-password.tsx'))

  const terms = page('terms', () => import('../routes/terms.tsx'))
  const privacy = page('privacy', () => import('../routes/privacy.tsx'))

  const selftest = page(
    'selftest',
    () => import('../routes/selftest.tsx'),
    undefined,
    () => root,
  )

  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad() {
      throw toLogin()
    },
  })
  const elsewhereInLanguage = createRoute({
    getParentRoute: () => inLanguage,
    path: '$',
    beforeLoad() {
      throw toLogin()
    },
  })

  return createRouter({
    routeTree: root.addChildren([
      inLanguage.addChildren([
        visitor.addChildren([login, loginBusiness, register, findpwd, notMe]),
        authcb,
        profile,
        profileSettings,
        security,
        exchange,
        training,
        certificate,
        profileBusiness,
        profileBusinessSettings,
        message,
        snPassword,
        terms,
        privacy,
        elsewhereInLanguage,
      ]),
      selftest,
      announcement,
      learnMore,
      elsewhere,
    ]),
    history,
    // The query is carried as it is spelt: `av=2.10` is not a number, and links must equal the server's to the byte.
    parseSearch: (search): { raw?: string } => (search ? { raw: search } : {}),
    stringifySearch: search => search.raw ?? '',
    defaultErrorComponent: ErrorPage,
    isServer: prerender,
    // At build time too: ids are made from the shape of the tree, and both must come to the same.
    InnerWrap: BeforeFirstPage,
  })
}

export type PortalRouter = ReturnType<typeof createPortalRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
}
