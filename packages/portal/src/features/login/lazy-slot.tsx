import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

interface Props<P> {
  /** resolves to undefined where the browser cannot use it */
  load(): Promise<ComponentType<P> | undefined>
  readonly props: P
  /** until it is loaded */
  readonly children?: ReactNode
  onFailed?(error: unknown): void
}

/** Part of a login form that is not in the first load. Stays as it is if its code cannot be loaded. */
export function LazySlot<P extends object>({ load, props, children, onFailed }: Props<P>) {
  const reportFailure = useEffectEvent((error: unknown) => onFailed?.(error))
  const [Part, setPart] = useState<ComponentType<P>>()
  useEffect(() => {
    let isCurrent = true
    load().then(
      part => isCurrent && setPart(() => part),
      (error: unknown) => {
        if (isCurrent) reportFailure(error)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [load])
  return Part ? <Part {...props} /> : children
}
