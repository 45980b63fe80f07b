let expired = (): void => {}

/** What happens when the server says that the present token is dead. */
export function onExpired(listener: () => void): void {
  expired = listener
}

export const tellExpired = (): void => expired()
