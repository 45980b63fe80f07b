/** Facts of this page view: what the server wrote into the page, and what the address asks for. */
import type { PageData } from '@kerf/contract/page-data'
import { type PortalUrl, parsePortalUrl, retainedQuery, type System } from '@kerf/contract/portal-url'

export interface PageContext {
  readonly data: PageData
  /** the address at the start; `ut` is taken out before */
  readonly url: PortalUrl
  readonly system: System
  /** the retained part of the query, as it follows a path: `?p=creative`, or '' */
  readonly query: string
  /** the same after a link's own parameters: `&p=creative`, or '' */
  readonly appendedQuery: string
}

let current: PageContext | undefined

export function setPageContext(page: PageContext): void {
  current = page
}

export function getPageContext(): PageContext {
  if (!current) throw new Error('the page is asked for before it is set')
  return current
}

export function createPageContext(data: PageData, search: string, system: System): PageContext {
  const url = parsePortalUrl(search)
  const kept = retainedQuery(search)
  return {
    data,
    url,
    system: url.s ?? system,
    query: kept && `?${kept}`,
    appendedQuery: kept && `&${kept}`,
  }
}
