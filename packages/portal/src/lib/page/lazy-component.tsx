import { type ComponentType, lazy, Suspense } from 'react'

/** An optional component that renders once its code is loaded, and stays empty if the code cannot be loaded. */
export function lazyComponent(load: () => Promise<ComponentType>): ComponentType {
  const Lazy = lazy(() =>
    load().then(
      component => ({ default: component }),
      () => ({ default: () => null }),
    ),
  )
  return () => (
    <Suspense>
      <Lazy />
    </Suspense>
  )
}
