/** Approximate place of an IP address, looked up offline (S-119): the country, or the city if a city database is configured. */
import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { open, type Reader, type Response } from 'maxmind'

export interface GeoOptions {
  /** a city database in MaxMind's format (GEO_DATABASE); reloaded when it is replaced */
  readonly database?: string | undefined
  /** called once if the database cannot be read; places are then unknown */
  readonly onError?: (error: Error) => void
}

/** Records of MaxMind and DB-IP, and the flat records of ip-location-db. */
interface GeoRecord {
  readonly country?: { readonly iso_code?: string }
  readonly city?: { readonly names?: { readonly en?: string } } | string
  readonly country_code?: string
}

const COUNTRIES = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Addresses without a place: RFC 1918, 4193, 6598, loopback and link-local. */
const PRIVATE_NETWORKS = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE_NETWORKS.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE_NETWORKS.addSubnet(net, prefix, 'ipv6')

function placeIn(record: GeoRecord | null): string {
  const country = record?.country?.iso_code ?? record?.country_code ?? ''
  if (!/^[A-Z]{2}$/.test(country)) return ''
  const city = typeof record?.city === 'string' ? record.city : record?.city?.names?.en
  return city ? `${country}:${city.slice(0, 80)}` : country
}

/**
 * Returns `placeOf(ip)`: `US` or `US:Austin` (see placeName), or '' for a private, unknown or invalid address. Never throws.
 * The database is loaded into memory at the first public address.
 */
export function createGeo(options: GeoOptions = {}): (ip: string) => string | Promise<string> {
  const { database, onError } = options
  let reader: Reader<Response> | undefined
  let reading: Promise<void> | undefined

  const read = async (): Promise<void> => {
    try {
      // The packaged file changes only with a release.
      reader = await open(database ?? createRequire(import.meta.url).resolve(COUNTRIES), {
        cache: { max: 1_000 },
        watchForUpdates: database !== undefined,
        watchForUpdatesNonPersistent: true,
      })
    } catch (error) {
      onError?.(error as Error)
    }
  }
  const find = (ip: string): string => {
    try {
      return placeIn((reader?.get(ip) ?? null) as GeoRecord | null)
    } catch {
      // A damaged file must not prevent sign-in.
      return ''
    }
  }
  return ip => {
    const family = isIP(ip)
    if (family === 0 || PRIVATE_NETWORKS.check(ip, family === 4 ? 'ipv4' : 'ipv6')) return ''
    if (reader !== undefined) return find(ip)
    reading ??= read()
    return reading.then(() => find(ip))
  }
}

/** Type and build time of a database in MaxMind's format. Rejects if it cannot be read. */
export async function describeGeoDatabase(file: string): Promise<{ type: string; builtAt: Date }> {
  const { metadata } = await open(file)
  return { type: metadata.databaseType, builtAt: metadata.buildEpoch }
}
