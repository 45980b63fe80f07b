/** Puts social sign-in together: channels, and what can be done with them. */
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { createBeginSocial } from './begin-social.ts'
import { type ChannelSettings, openChannels } from './channels.ts'
import { type ConnectDependencies, createConnectFlow } from './connect-flow.ts'
import { createFinishSocial } from './finish-social.ts'
import { createLoginWithToken } from './login-with-token.ts'
import { createResolveIdentity } from './resolve-identity.ts'
import { createUnbindSocial } from './unbind-social.ts'

export interface SocialParts extends Omit<ConnectDependencies, 'db'> {
  readonly db: Database
  readonly config: Pick<Config, 'socialLogin' | 'oauth' | 'production' | 'deployment'>
  readonly publicUrl: () => URL
  /** the channel of the development server's own provider */
  readonly demo: ChannelSettings | undefined
}

/** The specification hides the buttons outside `us`, unless the operator wants them. */
const showsSocial = ({ socialLogin, deployment }: SocialParts['config']): boolean =>
  socialLogin === 'on' || (socialLogin === 'auto' && deployment === 'us')

export async function openSocial(parts: SocialParts) {
  const { config, db, mail, demo } = parts
  const configured: readonly ChannelSettings[] = config.socialLogin === 'off' ? [] : config.oauth
  const channels = await openChannels(demo ? [...configured, demo] : configured, !config.production)
  const social = { ...parts, channels }
  const resolver = createResolveIdentity(social)
  return {
    /** channels to show buttons for, in order */
    offered: showsSocial(config) ? [...channels.keys()] : [],
    begin: createBeginSocial(social),
    finish: createFinishSocial({ ...social, resolver }),
    flow: createConnectFlow(social),
    native: createLoginWithToken(db, channels, resolver),
    unbind: createUnbindSocial(db, mail),
  }
}
