/** Renders the visitor pages and the skeletons of the account center at build time, with placeholders for values that only the server knows. */
import type { Language } from '@kerf/contract/language'
import type { PageData } from '@kerf/contract/page-data'
import { placeholder } from '@kerf/contract/page-template'
import { type AccountPage, portalPath, type VisitorPage } from '@kerf/contract/portal-routes'
import { parsePortalUrl } from '@kerf/contract/portal-url'
import * as m from '@kerf/locales/messages'
import { createMemoryHistory } from '@tanstack/history'
import { renderToString } from 'react-dom/server'
import { App } from './app/root.tsx'
import { createPortalRouter } from './app/router.tsx'
import { documentTitle } from './lib/page/document-title.ts'
import { setLanguage } from './lib/page/language.ts'
import { setPageContext } from './lib/page/page-context.ts'
import { RouterProvider } from './lib/router/router-view.tsx'

const both = (text: string) => ({ en: text, zh: text })
/** Placeholder for a number that is only shown as text. */
const number = (text: string) => text as unknown as number

const data: PageData = {
  deployment: 'us',
  brand: {
    code: '',
    name: both(placeholder('brandName')),
    tagline: both(placeholder('tagline')),
    registerTitle: both(placeholder('registerTitle')),
    picture: placeholder('picture'),
    helpUrl: placeholder('helpUrl'),
    legalName: placeholder('legalName'),
    since: number(placeholder('since')),
  },
  app: { code: '', oldClient: 'never', training: true },
  image: null,
  year: number(placeholder('year')),
  filing: placeholder('filing'),
  human: { kind: 'slider' },
  password: { min: number(placeholder('passwordMin')), max: number(placeholder('passwordMax')) },
  social: [],
  returnOrigins: [],
  cookieDomain: '',
  sisters: [],
}

const TITLES: Readonly<Record<VisitorPage, () => string>> = {
  login: m.login_title,
  'login-business': m.login_business_title,
  register: m.register_name,
  findpwd: m.findpwd_title,
}

export interface Rendered {
  readonly title: string
  readonly body: string
}

function createRouter(language: Language, page: VisitorPage | AccountPage) {
  setPageContext({
    data,
    url: parsePortalUrl(''),
    system: 'web-pc',
    query: placeholder('query'),
    appendedQuery: placeholder('moreQuery'),
  })
  const history = createMemoryHistory({ initialEntries: [portalPath(language, page)] })
  return createPortalRouter({ history, prerender: true, guard: async () => {} })
}

export async function renderPage(language: Language, page: VisitorPage): Promise<Rendered> {
  const router = createRouter(language, page)
  await router.load()
  // Another call may have set its language during the load. The code below is synchronous.
  setLanguage(language)
  return { title: documentTitle(TITLES[page]()), body: renderToString(<App router={router} />) }
}

export async function renderSkeleton(language: Language, page: AccountPage): Promise<string> {
  const { PrerenderedSkeleton } = await import('./routes/frames/profile-skeleton.tsx')
  const router = createRouter(language, page)
  setLanguage(language)
  return renderToString(
    <RouterProvider router={router}>
      <PrerenderedSkeleton page={page} />
    </RouterProvider>,
  )
}
