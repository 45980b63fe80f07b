/** Configured social channels. A channel with an issuer is OpenID Connect; Facebook, GitHub and WeChat have OAuth 2 dialects. */
import type { OAuthSettings } from '../../platform/config/social-channels.ts'
import type { SocialProvider } from './providers/social-provider.ts'

const WELL_KNOWN_ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
}
/** Access tokens of Google have no introspection; this endpoint names their audience. */
const GOOGLE_TOKEN_INFO_URL = 'https://oauth2.googleapis.com/tokeninfo'
const OAUTH2_CHANNELS = ['facebook', 'github', 'wechat'] as const
/** Order of the buttons; other channels follow by name. */
const BUTTON_ORDER = ['google', 'apple', 'facebook', 'github', 'wechat']

const rank = (channel: string): number =>
  BUTTON_ORDER.includes(channel) ? BUTTON_ORDER.indexOf(channel) : BUTTON_ORDER.length

/** The issuer of the demo channel is known only after the server listens. */
export type ChannelSettings = Omit<OAuthSettings, 'issuer'> & {
  readonly issuer: string | (() => string) | undefined
}

/** Loads the provider libraries only if a channel is configured. Throws a ConfigError. */
export async function createChannels(
  settings: readonly ChannelSettings[],
  insecure: boolean,
): Promise<ReadonlyMap<string, SocialProvider>> {
  if (settings.length === 0) return new Map()
  const [{ oidcProvider }, { oauth2Provider }, dialects, { createAppleSecret }] = await Promise.all([
    import('./providers/oidc.ts'),
    import('./providers/oauth2.ts'),
    import('./providers/dialects.ts'),
    import('./providers/apple-secret.ts'),
  ])
  const open = (one: ChannelSettings): SocialProvider => {
    const dialect = OAUTH2_CHANNELS.find(name => name === one.channel)
    if (dialect && one.issuer === undefined) return oauth2Provider(one, dialects[dialect])
    const { appleKey } = one
    return oidcProvider({
      ...one,
      issuer: one.issuer ?? WELL_KNOWN_ISSUERS[one.channel] ?? '',
      insecure,
      ...(appleKey && { secret: createAppleSecret(appleKey, one.clientId) }),
      ...(one.channel === 'google' && one.issuer === undefined && { tokenInfoUrl: GOOGLE_TOKEN_INFO_URL }),
    })
  }
  const ordered = settings.toSorted(
    (a, b) => rank(a.channel) - rank(b.channel) || (a.channel < b.channel ? -1 : 1),
  )
  return new Map(ordered.map(one => [one.channel, open(one)]))
}
