const NAMES: Readonly<Record<string, string>> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
  github: 'GitHub',
}

/**
 * The display name of a login provider. An unknown channel is shown by its code. `wechat`: WeChat in the language of the
 * reader.
 */
export const providerNameOf = (channel: string, wechat: string): string =>
  channel === 'wechat'
    ? wechat
    : (Object.hasOwn(NAMES, channel) && NAMES[channel]) || channel.charAt(0).toUpperCase() + channel.slice(1)
