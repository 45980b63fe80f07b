import { providerNameOf } from '@kerf/contract/provider-names'
import { social_channel_wechat } from '@kerf/locales/messages'

/** The display name of a sign-in provider in the language of the page. */
export const providerName = (channel: string): string => providerNameOf(channel, social_channel_wechat())
