/** Reports to one listener that the server has rejected the current token. */
import { getCurrentToken } from './token.ts'

let listener = (): void => {}
let signingOut = false

export function onSessionExpired(callback: () => void): void {
  listener = callback
}

/** While the page signs itself out, other calls may see the dead token before the sign-out call returns. */
export function setSigningOut(value: boolean): void {
  signingOut = value
}

export const reportSessionExpired = (): void => {
  if (!signingOut) listener()
}

/** For code that stores a token of its own: reports expiry only while that token is the current one. */
export const createExpiryReporter = (token: string | undefined) => (): void => {
  if (token !== undefined && token === getCurrentToken()) reportSessionExpired()
}
