/** Why an app's access to an account ended. The app reads the word at the start of `error_description`; the person reads a text. */
export const GRANT_ENDS = {
  logged_out_everywhere: 'the person logged out everywhere',
  password_changed: 'the password of the account was changed',
  account_banned: 'the account is banned',
  withdrawn: 'the person withdrew the access of the app',
  revoked: 'the app revoked its token',
  token_reused: 'a refresh token was used again after its successor was used',
  code_reused: 'an authorization code was used again',
} as const

export type GrantEnd = keyof typeof GRANT_ENDS
export const GRANT_END_WORDS = Object.keys(GRANT_ENDS) as GrantEnd[]

/** Ends that leave nothing to show to the person. */
export const SILENT_ENDS = {
  expired: 'the token was not used for too long',
  account_deleted: 'the account was deleted',
} as const

/** `error_description` of OAuth. */
export const describeEnd = (word: GrantEnd | keyof typeof SILENT_ENDS): string =>
  `${word}: ${{ ...GRANT_ENDS, ...SILENT_ENDS }[word]}`
