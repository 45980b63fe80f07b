/** Parsers of the text of one setting. An invalid text is reported, and the setting is then treated as not set. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseMailbox } from './parse-mailbox.ts'

export interface ParseContext {
  /** name of the environment variable, for the report */
  readonly name: string
  readonly production: boolean
  /** folder that relative paths start from */
  readonly root: string
  report(problem: string): void
}

export type Parser<T> = (raw: string, context: ParseContext) => T | undefined

export const text: Parser<string> = raw => raw

/** Any other text means false. */
export const flag =
  (on: string): Parser<boolean> =>
  raw =>
    raw === on

export const integer =
  (min: number, max: number): Parser<number> =>
  (raw, { name, report }) => {
    const value = Number(raw)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    report(`${name} must be a whole number from ${min} to ${max}, not "${raw}"`)
    return undefined
  }

export const portNumber = integer(0, 65_535)

export const share: Parser<number> = (raw, { name, report }) => {
  const value = Number(raw)
  if (value >= 0 && value <= 1) return value
  report(`${name} must be a number from 0 to 1, such as 0.01`)
  return undefined
}

export const choice =
  <T extends string>(...options: readonly T[]): Parser<T> =>
  (raw, { name, report }) => {
    const found = options.find(option => option === raw)
    if (found === undefined) report(`${name} must be one of ${options.join(', ')}, not "${raw}"`)
    return found
  }

export const onOff: Parser<boolean> = (raw, context) => {
  const found = choice('on', 'off')(raw, context)
  return found && found === 'on'
}

/** Texts separated by commas. */
export const list: Parser<readonly string[]> = raw =>
  raw
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)

const listOf =
  (isValid: (part: string) => boolean, expected: string): Parser<readonly string[]> =>
  (raw, context) => {
    const parts = list(raw, context)
    for (const part of parts ?? [])
      if (!isValid(part)) context.report(`${context.name}: "${part}" is not ${expected}`)
    return parts
  }

export const proxies = listOf(proxy => isIP(proxy.split('/')[0] ?? '') !== 0, 'an IP address or CIDR range')

export const networks = listOf(isNetwork, 'an IP address or CIDR range')

export const origins = listOf(
  origin =>
    URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && new URL(origin).origin === origin,
  'an origin: scheme, host and port, such as http://shop.localhost:3000',
)

/** `PACKAGE/FINGERPRINT`: as `keytool -list` prints the SHA-256 of the certificate. */
export const androidApps = listOf(
  app => /^[a-z]\w*(?:\.\w+)+\/[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/i.test(app),
  'an Android app with the SHA-256 fingerprint of its certificate, such as com.example.app/AB:CD:…',
)
export const appleApps = listOf(
  app => /^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/.test(app),
  'an app of Apple, team and bundle id, such as A1B2C3D4E5.com.example.app',
)

/** A `/`, `?` or `#` in a password ends the host before the `@`: the rest of the password would count as host, path or fragment. */
export const hasMisplacedPassword = ({ protocol, pathname, search, hash }: URL): boolean =>
  !/^https?:$/.test(protocol) && `${pathname}${search}${hash}`.includes('@')

export const url =
  (...protocols: readonly string[]): Parser<string> =>
  (raw, { name, report }) => {
    const parsed = URL.canParse(raw) ? new URL(raw) : undefined
    if (parsed !== undefined && hasMisplacedPassword(parsed)) {
      report(`${name}: in a user name or password write @ as %40, / as %2F, ? as %3F, # as %23`)
      return undefined
    }
    if (parsed !== undefined && protocols.includes(parsed.protocol)) return raw
    // The value can contain a password, so the message does not repeat it.
    report(
      `${name} must be a URL that starts with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
    )
    return undefined
  }

export const httpUrl = url('https:', 'http:')
export const postgresUrl = url('postgres:', 'postgresql:')

/** In development also http. */
export const httpsUrl: Parser<string> = (raw, context) =>
  (context.production ? url('https:') : httpUrl)(raw, context)

export const publicAddress: Parser<URL> = (raw, context) => {
  const address = httpUrl(raw, context)
  return address === undefined ? undefined : new URL(address)
}

const HOST_PORT = /^(?:\[[0-9a-f:]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/i

/** Name of a host, with its port where that is not the default of https; `none`. */
export const hostName: Parser<string> = (raw, { name, report }) => {
  if (HOST_PORT.test(raw) && URL.canParse(`https://${raw}`)) return raw.toLowerCase()
  report(`${name} must be the name of a host, such as console.example.com, not "${raw}"`)
  return undefined
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

export const listenAddress: Parser<ListenAddress> = (raw, { name, report }) => {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(raw) ?? []
  if (host !== undefined && HOST_PORT.test(host) && Number(port) <= 65_535)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  report(`${name} must be an address and a port, such as 127.0.0.1:8091, not "${raw}"`)
  return undefined
}

export const path: Parser<string> = (raw, { root }) => resolve(root, raw)

export const folderOrBucket: Parser<string> = (raw, context) =>
  raw.startsWith('s3://') ? raw : path(raw, context)

export const masterKey: Parser<string> = (raw, { name, report }) => {
  if (/^[A-Za-z0-9_-]{43}=?$/.test(raw)) return raw
  report(`${name} must be 32 random bytes in base64url (\`openssl rand -base64 32 | tr +/ -_\`)`)
  return undefined
}

export const measurementId: Parser<string> = (raw, { name, report }) => {
  if (/^G-[A-Z0-9]{4,20}$/.test(raw)) return raw
  report(`${name} must look like G-XXXXXXXXXX, not "${raw}"`)
  return undefined
}

export const sender: Parser<string> = (raw, { name, report }) => {
  const [, bracketed, bare] = /^(?:[^<>\p{C}]*<([^<>]+)>|([^<>]+))$/u.exec(raw) ?? []
  if (parseMailbox(bracketed ?? bare ?? '') !== undefined) return raw
  report(`${name} must be an email address, or a name and the address: Name <address@example.com>`)
  return undefined
}

/** Its local part leaves room for what is added for each mail (RFC 5321 section 4.5.3.1.1: at most 64 octets). */
export const bounceAddress: Parser<string> = (raw, { name, report }) => {
  const address = parseMailbox(raw)?.address
  if (address !== undefined && /^[\w.-]{1,11}@/.test(address)) return address
  report(`${name} must be an email address with at most 11 characters before the @`)
  return undefined
}

/** Of Standard Webhooks. */
export const webhookSecret: Parser<string> = (raw, { name, report }) => {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(raw) ?? []
  if (Buffer.from(encoded, 'base64').length >= 24) return raw
  report(`${name} must be whsec_ and at least 24 random bytes in base64`)
  return undefined
}

/** URI of a contact (RFC 9116, section 2.5.3). */
export const contact: Parser<string> = (raw, { name, report }) => {
  const uri = parseMailbox(raw) === undefined ? raw : `mailto:${raw}`
  const isUri = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d().-]+)$/.test(uri)
  if (isUri && URL.canParse(uri)) return uri
  report(`${name} must be an email address, or a mailto:, https: or tel: address`)
  return undefined
}

/** `name=value` pairs, separated by commas. As in W3C Baggage, a value is percent-encoded. */
export const headers: Parser<Readonly<Record<string, string>>> = (raw, context) => {
  const pairs = (list(raw, context) ?? []).map(header => /^([\w-]+)\s*=\s*(.+)$/.exec(header))
  if (pairs.includes(null)) context.report(`${context.name} must be name=value, several separated by commas`)
  return Object.fromEntries(
    pairs.flatMap(pair => (pair?.[1] === undefined ? [] : [[pair[1], decodePercent(pair[2] ?? '')]])),
  )
}

/** The text itself if it is not percent-encoded. */
function decodePercent(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

function isNetwork(candidate: string): boolean {
  const [address = '', bits, ...rest] = candidate.split('/')
  const family = isIP(address)
  const bitsMax = family === 6 ? 128 : 32
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax))
  )
}
