/** The context of this page view: the data that the server wrote into the document, and the parameters of the URL. */
import type { PageData } from '@kerf/contract/page-data'
import { type PortalUrl, parsePortalUrl, retainedQuery, type System } from '@kerf/contract/portal-url'

export interface PageContext {
  readonly data: PageData
  /** Parameters of the first URL, without `ut`. */
  readonly url: PortalUrl
  readonly system: System
  /** The retained part of the query, to follow a path: `?p=creative`, or ''. */
  readonly query: string
  /** The same, to follow a link's own parameters: `&p=creative`, or ''. */
  readonly appendedQuery: string
}

let current: PageContext | undefined

export function setPageContext(context: PageContext): void {
  current = context
}

/** Throws before `setPageContext`. */
export function getPageContext(): PageContext {
  if (!current) throw new Error('page context is not set')
  return current
}

export function createPageContext(data: PageData, search: string, system: System): PageContext {
  const url = parsePortalUrl(search)
  const retained = retainedQuery(search)
  return {
    data,
    url,
    system: url.s ?? system,
    query: retained && `?${retained}`,
    appendedQuery: retained && `&${retained}`,
  }
}
