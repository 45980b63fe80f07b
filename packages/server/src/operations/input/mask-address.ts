/** `ada.lovelace@example.com` → `a***@e***.com`: names nobody, and tells an operator whether it can be the one a person spelled. */
export function maskAddress(address: string): string {
  const [local = '', domain = ''] = address.split(/@(?=[^@]*$)/)
  const labels = domain.split('.')
  const first = (text: string): string => [...text][0] ?? ''
  return `${first(local)}***@${first(domain)}***${labels.length > 1 ? `.${labels.at(-1)}` : ''}`
}
