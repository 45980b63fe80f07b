/** The login token: from `ut` in the URL, otherwise from the cookie that the server sets. Kept in memory for the API calls. */
interface TokenState {
  token: string | undefined
  /** The token came by `ut` and exists in this page only, until the server has set its cookie. */
  unsaved: boolean
  /** A token of the URL that waits for a decision, because the cookie holds another one. */
  pending: string | undefined
}

/** Changed by `url-token.ts` and `token-updates.ts` only. */
export const tokenState: TokenState = { token: undefined, unsaved: false, pending: undefined }

export const getCurrentToken = (): string | undefined => tokenState.token
