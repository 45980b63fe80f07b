let expired = (): void => {}
let leaving = false

/** What happens when the server says that the present token is dead. */
export function onExpired(listener: () => void): void {
  expired = listener
}

/** While the page signs itself out, its stream or another call may hear of the end before the answer comes. */
export function setLeaving(now: boolean): void {
  leaving = now
}

export const tellExpired = (): void => {
  if (!leaving) expired()
}
