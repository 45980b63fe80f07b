/** The route table. Paths are those of the portal's public addresses (see `contract/portal-routes.ts`). */
import { isLanguage } from '@kerf/contract/language'
import type { HistoryLocation, RouterHistory } from '@tanstack/history'
import type { ComponentType } from 'react'
import { persistLanguage, setLanguage } from '../lib/page/language.ts'
import type { LayerCode, RouteContext } from '../lib/router/router.ts'
import { createRouter, type Layer, Redirect, type Route, type Router } from '../lib/router/router.ts'
import { portalHref } from '../lib/url/links.ts'
import { VisitorLayout } from '../routes/frames/visitor-layout.tsx'
import { LoginPage } from '../routes/login.tsx'
import { PageError } from '../ui/page-error/page-error.tsx'
import type { Access } from './access-rules.ts'
import { ErrorPage, Root } from './root.tsx'

/** Starts the requests of a page. It does not wait for their answers: the page shows a skeleton meanwhile. */
type PageLoader = (context: RouteContext) => void

/** What a file of `routes/` exports: its page component, optionally a loader, and a layout's frame around a page that failed. */
interface PageModule {
  readonly loader?: PageLoader
  readonly ErrorPage?: ComponentType
  readonly [name: string]: ComponentType | PageLoader | undefined
}

/** The code of a page whose file is fetched when it is first visited. A failed import is tried again at the next visit. */
const lazyPage = (load: () => Promise<PageModule>) => async (): Promise<LayerCode> => {
  const { loader, ErrorPage, ...rest } = await load()
  const [Component] = Object.values(rest)
  if (!Component) throw new Error('the file exports no page')
  return { Component: Component as ComponentType, loader, ErrorComponent: ErrorPage }
}

export interface RouterOptions {
  readonly history: RouterHistory
  /** Rendering at build time: no guards, no cookies. */
  readonly prerender: boolean
  /** Rejects with a redirect where `access` does not allow the page. */
  guard(access: Access, location: HistoryLocation): Promise<void>
}

export function createPortalRouter({ history, prerender, guard }: RouterOptions): Router {
  const guarded = (access: Access | undefined): Pick<Layer, 'guard'> =>
    access ? { guard: ({ location }) => guard(access, location) } : {}

  const root: Layer = { key: 'root', code: { Component: Root } }
  const language: Layer = {
    key: 'language',
    guard({ params: { lang } }) {
      if (!isLanguage(lang)) throw new Redirect(portalHref('login'))
      setLanguage(lang)
      if (!prerender) persistLanguage(lang)
    },
  }
  const visitor: Layer = { key: 'visitor', code: { Component: VisitorLayout, ErrorComponent: PageError } }

  /** Pages behind one guard. The chunk of the layout brings the query client. */
  const signedIn = (key: string, access: Access): Layer => ({
    key,
    code: lazyPage(() => import('../routes/frames/signed-in-layout.tsx')),
    ...guarded(access),
  })
  const personal = signedIn('personal', { only: 'personal' })
  const business = signedIn('business', { only: 'enterprise' })
  const anyAccount = signedIn('account', 'signed-in')

  const page =
    (...around: readonly Layer[]) =>
    (path: string, load: () => Promise<PageModule>, access?: Access): Route => ({
      path,
      layers: [root, ...around, { key: path, code: lazyPage(load), ...guarded(access) }],
    })
  const bare = page()
  const localized = page(language)
  const visitorPage = page(language, visitor)
  const personalPage = page(language, personal)
  const businessPage = page(language, business)
  const redirectTo = (
    path: string,
    target: 'login' | 'profile-business/settings',
    ...around: Layer[]
  ): Route => ({
    path,
    layers: [
      ...around,
      {
        key: path,
        guard() {
          throw new Redirect(portalHref(target))
        },
      },
    ],
  })
  const loadMachines = () => import('../routes/machines.tsx')
  const loadMachine = () => import('../routes/machine.tsx')
  const loadPasses = () => import('../routes/passes.tsx')
  const loadWorkshop = () => import('../routes/workshops/workshop.tsx')
  const loadSecurity = () => import('../routes/security.tsx')
  const loadProfile = () => import('../routes/profile.tsx')

  const routes: Route[] = [
    {
      path: '$lang/login',
      layers: [
        root,
        language,
        visitor,
        { key: 'login', code: { Component: LoginPage }, ...guarded({ loginFor: 'personal' }) },
      ],
    },
    visitorPage('$lang/login-business', () => import('../routes/login-business.tsx'), {
      loginFor: 'enterprise',
    }),
    visitorPage('$lang/register', () => import('../routes/register.tsx'), 'anyone'),
    visitorPage('$lang/findpwd', () => import('../routes/findpwd.tsx'), 'anyone'),
    visitorPage('$lang/authorize/$flow', () => import('../routes/authorization/authorize.tsx')),
    visitorPage('$lang/activate', () => import('../routes/authorization/activate.tsx'), 'signed-in'),
    visitorPage('$lang/confirm-email', () => import('../routes/mail-links/confirm-email.tsx')),
    visitorPage('$lang/allow-login', () => import('../routes/mail-links/allow-login.tsx')),
    visitorPage('$lang/machines/join', () => import('../routes/machine-join.tsx')),
    visitorPage('$lang/not-me', () => import('../routes/mail-links/not-me.tsx')),
    personalPage('$lang/profile', loadProfile),
    personalPage('$lang/profile/settings', loadProfile),
    personalPage('$lang/profile/security', loadSecurity),
    personalPage('$lang/profile/security/$task', loadSecurity),
    personalPage('$lang/profile/exchange', () => import('../routes/exchange.tsx')),
    personalPage('$lang/profile/training', () => import('../routes/training.tsx')),
    personalPage('$lang/profile/machines', loadMachines),
    businessPage('$lang/profile-business/machines', loadMachines),
    personalPage('$lang/profile/machines/ready', loadPasses),
    businessPage('$lang/profile-business/machines/ready', loadPasses),
    personalPage('$lang/profile/machines/$machine', loadMachine),
    businessPage('$lang/profile-business/machines/$machine', loadMachine),
    personalPage('$lang/profile/machines/workshops/$workshop', loadWorkshop),
    businessPage('$lang/profile-business/machines/workshops/$workshop', loadWorkshop),
    businessPage('$lang/profile-business/settings', () => import('../routes/business/business-home.tsx')),
    businessPage('$lang/profile-business/company', () => import('../routes/business/company.tsx')),
    businessPage('$lang/profile-business/security', loadSecurity),
    businessPage('$lang/profile-business/security/$task', loadSecurity),
    page(language, anyAccount)('$lang/message', () => import('../routes/message.tsx')),
    redirectTo('$lang/profile-business', 'profile-business/settings', language),
    localized('$lang/authcb', () => import('../routes/authcb.tsx')),
    localized('$lang/certificate/$number', () => import('../routes/certificate.tsx')),
    localized('$lang/sn-password', () => import('../routes/sn-password.tsx')),
    localized('$lang/terms', () => import('../routes/terms.tsx')),
    localized('$lang/privacy', () => import('../routes/privacy.tsx')),
    bare('selftest', () => import('../routes/selftest.tsx')),
    bare('announcement', () => import('../routes/announcement.tsx')),
    bare('learnMore', () => import('../routes/learn-more.tsx')),
    redirectTo('$lang/*', 'login', language),
    redirectTo('*', 'login'),
  ]
  // The query string is passed through as written: `av=2.10` is not a number, and links must equal the server's to the byte.
  return createRouter({ history, routes, ErrorComponent: ErrorPage })
}
