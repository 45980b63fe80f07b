import * as m from '@kerf/locales/messages'
import type { ComponentType } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import { barePageHref } from '../../lib/url/bare-page-href.ts'
import { portalHref } from '../../lib/url/links.ts'
import { icon, path } from '../../ui/icon/icon.tsx'
import { ShieldIcon } from '../../ui/icon/icons.tsx'

export interface AboutLink {
  readonly href: string
  readonly name: string
  readonly Icon: ComponentType
}

const NewsIcon = /* @__PURE__ */ icon(path('M3 8v4h3l8 4V4L6 8H3ZM6 12v4.5h2.5V13M16.5 8.5v3'))
const WelderIcon = /* @__PURE__ */ icon(
  path('M7 2.5h6v4l-2 2.5H9L7 6.5ZM10 11v3M6.5 17.5l1.5-2M10 17.5v-1M13.5 17.5l-1.5-2'),
)
const TestIcon = /* @__PURE__ */ icon(path('M2.5 10.5h3.5l2-6 4 11 2-5h3.5'))
const TermsIcon = /* @__PURE__ */ icon(path('M5 2.5h7l3 3v12H5ZM12 2.5v3h3M7.5 9.5h5M7.5 12.5h5'))

/** Links of the about page. Help is in its header. */
export const newsLinks = (): readonly AboutLink[] => [
  { href: barePageHref('announcement'), name: m.announcements_title(), Icon: NewsIcon },
  // Only brands with safety training have welders.
  ...(getPageContext().data.brand.training === false
    ? []
    : [{ href: portalHref('sn-password'), name: m.unlock_title(), Icon: WelderIcon }]),
  { href: barePageHref('selftest'), name: m.selftest_link(), Icon: TestIcon },
]

export const legalLinks = (): readonly AboutLink[] => [
  { href: portalHref('terms'), name: m.app_terms_title(), Icon: TermsIcon },
  { href: portalHref('privacy'), name: m.app_privacy_title(), Icon: ShieldIcon },
]
