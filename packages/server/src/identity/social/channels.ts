/** Channels of this installation, by configuration: a name with an issuer is OpenID Connect, three have dialects of their own. */
import type { OAuthSettings } from '../../platform/config/config.ts'
import type { SocialProvider } from './social-provider.ts'

const WELL_KNOWN_ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
}
const OAUTH2_CHANNELS = ['facebook', 'github', 'wechat'] as const
/** The order of the buttons; others follow by name. */
const BUTTON_ORDER = ['google', 'apple', 'facebook', 'github', 'wechat']

const rank = (channel: string): number =>
  BUTTON_ORDER.includes(channel) ? BUTTON_ORDER.indexOf(channel) : BUTTON_ORDER.length

/** A channel whose issuer may be known only later, once the server listens. */
export type ChannelSettings = Omit<OAuthSettings, 'issuer'> & {
  readonly issuer: string | (() => string) | undefined
}

/** Loads what speaks to providers only where a channel is configured. */
export async function createChannels(
  settings: readonly ChannelSettings[],
  insecure: boolean,
): Promise<ReadonlyMap<string, SocialProvider>> {
  if (settings.length === 0) return new Map()
  const [{ oidcProvider }, { oauth2Provider }, dialects] = await Promise.all([
    import('./providers/oidc.ts'),
    import('./providers/oauth2.ts'),
    import('./providers/dialects.ts'),
  ])
  const open = (one: ChannelSettings): SocialProvider => {
    const dialect = OAUTH2_CHANNELS.find(name => name === one.channel)
    if (dialect && one.issuer === undefined) return oauth2Provider(one, dialects[dialect])
    return oidcProvider({ ...one, issuer: one.issuer ?? WELL_KNOWN_ISSUERS[one.channel] ?? '', insecure })
  }
  const ordered = settings.toSorted(
    (a, b) => rank(a.channel) - rank(b.channel) || (a.channel < b.channel ? -1 : 1),
  )
  return new Map(ordered.map(one => [one.channel, open(one)]))
}
