import { type ComponentType, useEffect, useState } from 'react'

interface Props<P> {
  /** resolves to undefined where the browser cannot use it */
  load(): Promise<ComponentType<P> | undefined>
  readonly props: P
}

/** Part of a login form that is not in the first load. Stays empty if its code cannot be loaded. */
export function LazySlot<P extends object>({ load, props }: Props<P>) {
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
  return Part && <Part {...props} />
}
