import { social_channel_wechat } from '@kerf/locales/messages'

const NAMES: Readonly<Record<string, () => string>> = {
  google: () => 'Google',
  apple: () => 'Apple',
  facebook: () => 'Facebook',
  github: () => 'GitHub',
  wechat: social_channel_wechat,
}

/** The display name of a sign-in provider. An unknown channel is shown by its code. */
export const providerName = (channel: string): string =>
  (Object.hasOwn(NAMES, channel) && NAMES[channel]?.()) || channel.charAt(0).toUpperCase() + channel.slice(1)
