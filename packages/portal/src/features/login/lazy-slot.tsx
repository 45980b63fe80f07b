import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

interface Props<P> {
  /** resolves to undefined where the browser cannot use it */
  load(): Promise<ComponentType<P> | undefined>
  readonly props: P
  /** until it is loaded */
  readonly children?: ReactNode
}

/** Part of a login form that is not in the first load. Stays as it is if its code cannot be loaded. */
export function LazySlot<P extends object>({ load, props, children }: Props<P>) {
  const [Part, setPart] = useState<ComponentType<P>>()
  useEffect(() => {
    let isCurrent = true
    load().then(
      part => isCurrent && setPart(() => part),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [load])
  return Part ? <Part {...props} /> : children
}
