/** The route table. Paths are those of the portal's public addresses (see `contract/portal-routes.ts`). */
import { isLanguage } from '@kerf/contract/language'
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
import type { PageModule } from '../routes/page-module.ts'
import { VisitorLayout } from '../routes/visitor-layout.tsx'
import type { Access } from './access-rules.ts'
import { ErrorPage } from './error-page.tsx'
import { lazyPage } from './lazy-page.ts'
import { BeforeFirstPage, Root } from './root.tsx'

export interface RouterOptions {
  readonly history: RouterHistory
  /** Rendering at build time: no guards, no cookies. */
  readonly prerender: boolean
  /** Rejects with a redirect where `access` does not allow the page. */
  guard(access: Access, location: ParsedLocation): Promise<void>
}

export function createPortalRouter({ history, prerender, guard }: RouterOptions) {
  const guarded = (access: Access) => ({
    beforeLoad: ({ location }: { location: ParsedLocation }) => guard(access, location),
  })
  const redirectTo = (page: 'login' | 'profile-business/settings') => () => {
    throw redirect({ href: portalHref(page), replace: true })
  }

  const root = createRootRoute({ component: Root, errorComponent: ErrorPage })

  const language = createRoute({
    getParentRoute: () => root,
    path: '$lang',
    beforeLoad({ params: { lang } }) {
      if (!isLanguage(lang)) return redirectTo('login')()
      setLanguage(lang)
      if (!prerender) persistLanguage(lang)
    },
  })

  const page = (parent: AnyRoute, path: string, load: () => Promise<PageModule>, access?: Access) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      ...lazyPage(load),
      ...(access && guarded(access)),
    })

  const redirectFrom = (parent: AnyRoute, path: string, beforeLoad: () => void) =>
    createRoute({ getParentRoute: () => parent, path, beforeLoad })

  const visitor = createRoute({ getParentRoute: () => language, id: 'visitor', component: VisitorLayout })
  const login = createRoute({
    getParentRoute: () => visitor,
    path: 'login',
    component: LoginPage,
    ...guarded({ loginFor: 'personal' }),
  })

  /** Pages behind one guard. The chunk of the layout brings the query client. */
  const signedIn = (id: string, access: Access) =>
    createRoute({
      getParentRoute: () => language,
      id,
      ...lazyPage(() => import('../routes/signed-in-layout.tsx')),
      ...guarded(access),
    })
  const personal = signedIn('personal', { only: 'personal' })
  const business = signedIn('business', { only: 'enterprise' })
  const anyAccount = signedIn('account', 'signed-in')
  const loadProfile = () => import('../routes/profile.tsx')

  return createRouter({
    routeTree: root.addChildren([
      language.addChildren([
        visitor.addChildren([
          login,
          page(visitor, 'login-business', () => import('../routes/login-business.tsx'), {
            loginFor: 'enterprise',
          }),
          page(visitor, 'register', () => import('../routes/register.tsx'), 'anyone'),
          page(visitor, 'findpwd', () => import('../routes/findpwd.tsx'), 'anyone'),
          page(visitor, 'not-me', () => import('../routes/not-me.tsx')),
        ]),
        personal.addChildren([
          page(personal, 'profile', loadProfile),
          page(personal, 'profile/settings', loadProfile),
          page(personal, 'profile/security', () => import('../routes/security.tsx')),
          page(personal, 'profile/exchange', () => import('../routes/exchange.tsx')),
          page(personal, 'profile/training', () => import('../routes/training.tsx')),
        ]),
        business.addChildren([
          page(
            business,
            'profile-business/settings',
            () => import('../routes/profile-business-settings.tsx'),
          ),
        ]),
        anyAccount.addChildren([page(anyAccount, 'message', () => import('../routes/message.tsx'))]),
        redirectFrom(language, 'profile-business', redirectTo('profile-business/settings')),
        page(language, 'authcb', () => import('../routes/authcb.tsx')),
        page(language, 'certificate/$number', () => import('../routes/certificate.tsx')),
        page(language, 'sn-password', () => import('../routes/sn-password.tsx')),
        page(language, 'terms', () => import('../routes/terms.tsx')),
        page(language, 'privacy', () => import('../routes/privacy.tsx')),
        redirectFrom(language, '$', redirectTo('login')),
      ]),
      page(root, 'selftest', () => import('../routes/selftest.tsx')),
      page(root, 'announcement', () => import('../routes/announcement.tsx')),
      page(root, 'learnMore', () => import('../routes/learn-more.tsx')),
      redirectFrom(root, '$', redirectTo('login')),
    ]),
    history,
    // The query string is passed through as written: `av=2.10` is not a number, and links must equal the server's to the byte.
    parseSearch: (search): { raw?: string } => (search ? { raw: search } : {}),
    stringifySearch: search => search.raw ?? '',
    defaultErrorComponent: ErrorPage,
    isServer: prerender,
    // Also at build time: React derives ids from the shape of the tree, which must be the same when the page hydrates.
    InnerWrap: BeforeFirstPage,
  })
}

export type PortalRouter = ReturnType<typeof createPortalRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
}
