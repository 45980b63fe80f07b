import { type ComponentType, lazy, Suspense } from 'react'

/** A part that the page can do without: it shows when its code is there, and never if that cannot be fetched. */
export function lazyComponent(load: () => Promise<ComponentType>): ComponentType {
  const Part = lazy(() =>
    load().then(
      part => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
  return () => (
    <Suspense>
      <Part />
    </Suspense>
  )
}
