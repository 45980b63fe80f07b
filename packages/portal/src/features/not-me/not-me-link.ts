/** The secret of an emailed link. It is in the URL's fragment, so that it never reaches a server log. */
export function readNotMeSecret(hash: string): string | undefined {
  const link = hash.replace(/^#/, '')
  return /^[\w-]{1,512}$/.test(link) ? link : undefined
}
