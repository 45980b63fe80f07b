import type { ComponentProps } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'

/** To the brand's help page, in a tab of its own. */
export const HelpLink = (native: Pick<ComponentProps<'a'>, 'className' | 'children'>) => (
  <a {...native} href={getPageContext().data.brand.helpUrl} target="_blank" rel="noopener" />
)
