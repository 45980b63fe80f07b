/** The route table of specification 2. */
import { isLanguage, type Language } from '@kerf/contract/language'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { rememberLanguage, speak } from '../lib/language.ts'
import { hrefTo } from '../lib/links.ts'
import { LoginPage } from '../routes/login.tsx'
import { VisitorLayout } from '../routes/visitor-layout.tsx'
import { ErrorPage } from './error-page.tsx'
import type { Access } from './guard-rules.ts'
import { lazyPage } from './lazy-page.ts'
import { BeforeFirstPage, Root } from './root.tsx'

export interface RouterParts {
  readonly history: RouterHistory
  /** rendering at build time: nobody is there, so nothing is guarded or remembered */
  readonly prerender: boolean
  guard(access: Access, location: ParsedLocation): Promise<void>
}

export function createPortalRouter({ history, prerender, guard }: RouterParts) {
  const toLogin = () => redirect({ href: hrefTo('login'), replace: true })
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
    speak(next)
    if (!prerender) rememberLanguage(next)
  }

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
  const loginBusiness = createRoute({
    getParentRoute: () => visitor,
    path: 'login-business',
    component: lazyPage(() => import('../routes/login-business.tsx'), 'LoginBusinessPage'),
    ...guarded({ loginOf: 'business' }),
  })
  const register = createRoute({
    getParentRoute: () => visitor,
    path: 'register',
    component: lazyPage(() => import('../routes/register.tsx'), 'RegisterPage'),
  })
  const findpwd = createRoute({
    getParentRoute: () => visitor,
    path: 'findpwd',
    component: lazyPage(() => import('../routes/findpwd.tsx'), 'FindPasswordPage'),
  })

  const notMe = createRoute({
    getParentRoute: () => visitor,
    path: 'not-me',
    component: lazyPage(() => import('../routes/not-me.tsx'), 'NotMePage'),
  })

  const authcb = createRoute({
    getParentRoute: () => inLanguage,
    path: 'authcb',
    component: lazyPage(() => import('../routes/authcb.tsx'), 'AuthcbPage'),
  })

  const profilePage = {
    component: lazyPage(() => import('../routes/profile.tsx'), 'ProfilePage'),
  }
  const profile = createRoute({
    getParentRoute: () => inLanguage,
    path: 'profile',
    ...profilePage,
    ...guarded({ only: 'personal' }),
  })
  const profileSettings = createRoute({
    getParentRoute: () => inLanguage,
    path: 'profile/settings',
    ...profilePage,
    ...guarded({ only: 'personal' }),
  })
  const security = createRoute({
    getParentRoute: () => inLanguage,
    path: 'profile/security',
    component: lazyPage(() => import('../routes/security.tsx'), 'SecurityPage'),
    ...guarded({ only: 'personal' }),
  })
  const exchange = createRoute({
    getParentRoute: () => inLanguage,
    path: 'profile/exchange',
    component: lazyPage(() => import('../routes/exchange.tsx'), 'ExchangePage'),
    ...guarded({ only: 'personal' }),
  })
  const training = createRoute({
    getParentRoute: () => inLanguage,
    path: 'profile/training',
    component: lazyPage(() => import('../routes/training.tsx'), 'TrainingPage'),
    ...guarded({ only: 'personal' }),
  })
  const certificate = createRoute({
    getParentRoute: () => inLanguage,
    path: 'certificate/$number',
    component: lazyPage(() => import('../routes/certificate.tsx'), 'CertificatePage'),
  })
  const profileBusiness = createRoute({
    getParentRoute: () => inLanguage,
    path: 'profile-business',
    beforeLoad() {
      throw redirect({ href: hrefTo('profile-business/settings'), replace: true })
    },
  })
  const profileBusinessSettings = createRoute({
    getParentRoute: () => inLanguage,
    path: 'profile-business/settings',
    component: lazyPage(
      () => import('../routes/profile-business-settings.tsx'),
      'ProfileBusinessSettingsPage',
    ),
    ...guarded({ only: 'business' }),
  })

  const message = createRoute({
    getParentRoute: () => inLanguage,
    path: 'message',
    component: lazyPage(() => import('../routes/message.tsx'), 'MessagePage'),
    ...guarded('signed-in'),
  })
  const announcement = createRoute({
    getParentRoute: () => root,
    path: 'announcement',
    component: lazyPage(() => import('../routes/announcement.tsx'), 'AnnouncementPage'),
  })
  const learnMore = createRoute({
    getParentRoute: () => root,
    path: 'learnMore',
    component: lazyPage(() => import('../routes/learn-more.tsx'), 'LearnMorePage'),
  })
  const snPassword = createRoute({
    getParentRoute: () => inLanguage,
    path: 'sn-password',
    component: lazyPage(() => import('../routes/sn-password.tsx'), 'SnPasswordPage'),
  })

  const terms = createRoute({
    getParentRoute: () => inLanguage,
    path: 'terms',
    component: lazyPage(() => import('../routes/terms.tsx'), 'TermsPage'),
  })
  const privacy = createRoute({
    getParentRoute: () => inLanguage,
    path: 'privacy',
    component: lazyPage(() => import('../routes/privacy.tsx'), 'PrivacyPage'),
  })

  const selftest = createRoute({
    getParentRoute: () => root,
    path: 'selftest',
    component: lazyPage(() => import('../routes/selftest.tsx'), 'SelftestPage'),
  })

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
