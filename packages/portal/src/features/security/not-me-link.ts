/** The secret of a link in a mail, from the fragment of the address: it never reaches a server's log. */
export function readNotMeSecret(hash: string): string | undefined {
  const link = hash.replace(/^#/, '')
  return /^[\w-]{1,512}$/.test(link) ? link : undefined
}
