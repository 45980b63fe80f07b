import * as m from '@kerf/locales/messages'
import { getPageContext } from '../../lib/page/page-context.ts'
import { barePageHref } from '../../lib/url/bare-page-href.ts'
import { portalHref } from '../../lib/url/links.ts'

/** Links of the about page. `account` leads to the account or to its login. */
export const aboutLinks = (account?: { readonly href: string; readonly name: string }) => [
  { href: getPageContext().data.brand.helpUrl, name: m.about_help() },
  { href: barePageHref('announcement'), name: m.announcements_title() },
  // Only brands with safety training have welders.
  ...(getPageContext().data.brand.training === false
    ? []
    : [{ href: portalHref('sn-password'), name: m.unlock_title() }]),
  { href: barePageHref('selftest'), name: m.selftest_link() },
  { href: portalHref('terms'), name: m.app_terms_title() },
  { href: portalHref('privacy'), name: m.app_privacy_title() },
  ...(account ? [account] : []),
]
