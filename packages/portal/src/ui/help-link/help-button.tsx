import { customer_service } from '@kerf/locales/messages'
import { getPageContext } from '../../lib/page/page-context.ts'
import { ButtonLink } from '../button/button-link.tsx'

/** To customer service, as the second way on from an outcome. */
export const HelpButton = () => (
  <ButtonLink variant="secondary" wide href={getPageContext().data.brand.helpUrl} target="_blank">
    {customer_service()}
  </ButtonLink>
)
