/** PASSPORT_HOSTS: sibling passport hosts, as origins or as bare names (https). */
export function sisterOrigin(host: string): string {
  const address = host.includes('://') ? host : `https://${host}`
  return URL.canParse(address) ? new URL(address).origin : ''
}
