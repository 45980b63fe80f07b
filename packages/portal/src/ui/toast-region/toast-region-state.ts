/** Whether anything has been announced yet: until then, the page goes without the region that shows it. */
let wanted = false
const listeners = new Set<() => void>()

export const toastRegionNeeded = {
  get: () => wanted,
  set(value: boolean): void {
    if (value === wanted) return
    wanted = value
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
