/** The specified error of the session check where neither the URL nor a cookie holds a token. Not translated. */
export const EMPTY_TOKEN_MESSAGE = 'ut is empty.'

export class EmptyTokenError extends Error {
  override readonly name = 'EmptyTokenError'
  constructor() {
    super(EMPTY_TOKEN_MESSAGE)
  }
}
