/** The channels of social sign-in, each made by its OAUTH_<CHANNEL>_CLIENT_ID. */
import { type Environment, readSettings } from './read-settings.ts'
import { APPLE_KEY_SETTINGS, CHANNEL_SETTINGS } from './settings.ts'

/** The key that signs client secrets for Apple. */
export interface AppleKeySettings {
  /** path of the `.p8` file that Apple issued */
  readonly file: string
  readonly keyId: string
  readonly teamId: string
}

/** Settings of one social sign-in channel. */
export interface OAuthSettings {
  /** lower case, as in `/oauth/{channel}/auth` */
  readonly channel: string
  readonly clientId: string
  readonly secret: string
  /** signs the client secret of Apple, instead of `secret` */
  readonly appleKey?: AppleKeySettings | undefined
  /** issuer of the OpenID Connect provider; undefined: the well-known issuer of the channel */
  readonly issuer: string | undefined
  /** additional client ids that are accepted as audience of tokens from native hosts */
  readonly nativeClientIds: readonly string[]
}

/** Channels with built-in provider settings. Every other channel requires an issuer. */
const KNOWN_CHANNELS = ['google', 'apple', 'facebook', 'github', 'wechat']

type Report = (problem: string) => void

export const readChannels = (env: Environment, root: string, report: Report): OAuthSettings[] =>
  Object.keys(env).flatMap(name => {
    const channel = /^OAUTH_([A-Z][A-Z0-9_]{0,31})_CLIENT_ID$/.exec(name)?.[1]
    return channel === undefined ? [] : readChannel(channel, env, root, report)
  })

function readChannel(name: string, env: Environment, root: string, report: Report): OAuthSettings[] {
  const prefix = `OAUTH_${name}_`
  const isApple = name === 'APPLE'
  const { clientId, secret, ...rest } = readSettings(CHANNEL_SETTINGS, { env, root, prefix, report })
  if (clientId === undefined) return []
  const channel = name.toLowerCase().replaceAll('_', '-')
  const appleKey = isApple ? readAppleKey(env, root, report) : undefined
  if (secret === undefined && appleKey === undefined)
    report(`${prefix}SECRET${isApple ? ' or OAUTH_APPLE_KEY_FILE' : ''} must be set with ${prefix}CLIENT_ID`)
  if (!KNOWN_CHANNELS.includes(channel) && rest.issuer === undefined)
    report(`${prefix}ISSUER is required: the channel has no built-in provider`)
  return [{ ...rest, channel, clientId, secret: secret ?? '', appleKey }]
}

/** The key of `OAUTH_APPLE_KEY_FILE`; undefined if it is not set. */
function readAppleKey(env: Environment, root: string, report: Report): AppleKeySettings | undefined {
  const { file, keyId, teamId } = readSettings(APPLE_KEY_SETTINGS, {
    ...{ env, root, report },
    prefix: 'OAUTH_APPLE_',
  })
  if (file === undefined) return undefined
  if (teamId === undefined || keyId === undefined)
    report('OAUTH_APPLE_TEAM_ID and OAUTH_APPLE_KEY_ID must be set with OAUTH_APPLE_KEY_FILE')
  return { file, keyId: keyId ?? '', teamId: teamId ?? '' }
}
