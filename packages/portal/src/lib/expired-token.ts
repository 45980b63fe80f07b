import { tellExpired } from './expiry.ts'
import { currentToken } from './token.ts'

/** For what holds a token of its own: told once, and only while that token is the page's. */
export const whenExpired = (token: string | undefined) => (): void => {
  if (token !== undefined && token === currentToken()) tellExpired()
}
