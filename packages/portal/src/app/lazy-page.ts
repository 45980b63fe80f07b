import type { ComponentType } from 'react'
import type { LayerCode } from '../lib/router/router.ts'
import type { PageModule } from '../routes/page-module.ts'

/** The code of a page whose file is fetched when it is first visited. A failed import is tried again at the next visit. */
export const lazyPage = (load: () => Promise<PageModule>) => async (): Promise<LayerCode> => {
  const { loader, ErrorPage, ...rest } = await load()
  const [Component] = Object.values(rest)
  if (!Component) throw new Error('the file exports no page')
  return { Component: Component as ComponentType, loader, ErrorComponent: ErrorPage }
}
