import { acceptReturnUrl } from '@kerf/contract/return-url'
import { requestedReturnUrl } from '../form/form-draft.ts'
import { getPageContext } from '../page/page-context.ts'

/** The return address of the current login page in its normalized form; undefined if there is none, or it must not be followed. */
export function acceptedReturnUrl(): string | undefined {
  const { returnOrigins, sisters } = getPageContext().data
  return acceptReturnUrl(requestedReturnUrl.get(), {
    origins: [window.location.origin, ...returnOrigins],
    portalOrigins: [window.location.origin, ...sisters],
  })
}
