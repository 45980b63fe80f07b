import { customer_service } from '@kerf/locales/messages'
import type { ComponentProps } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import { ButtonLink } from '../button/button-link.tsx'

/** To customer service: as wide as the form for the second way on from an outcome, small as the action of a card. */
export const HelpButton = (look: Pick<ComponentProps<typeof ButtonLink>, 'size' | 'wide'>) => (
  <ButtonLink {...look} variant="secondary" href={getPageContext().data.brand.helpUrl} target="_blank">
    {customer_service()}
  </ButtonLink>
)
