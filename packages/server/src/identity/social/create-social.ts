/** Puts social sign-in together: channels, and what can be done with them. */
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { type ChannelSettings, createChannels } from './channels.ts'
import { type ConnectDependencies, createConnectAccount } from './connect-account.ts'
import { createFinishSocialSignIn } from './finish-social-sign-in.ts'
import { createLoginWithToken } from './login-with-token.ts'
import { createResolveIdentity } from './resolve-identity.ts'
import { createStartSocialSignIn } from './start-social-sign-in.ts'
import { createUnbindSocial } from './unbind-social.ts'

export interface SocialOptions extends Omit<ConnectDependencies, 'db'> {
  readonly db: Database
  readonly config: Pick<Config, 'socialLogin' | 'oauth' | 'production' | 'deployment'>
  readonly publicUrl: () => URL
  /** the channel of the development server's own provider */
  readonly demo: ChannelSettings | undefined
}

/** The specification hides the buttons outside `us`, unless the operator wants them. */
const hasSocialButtons = ({ socialLogin, deployment }: SocialOptions['config']): boolean =>
  socialLogin === 'on' || (socialLogin === 'auto' && deployment === 'us')

export async function createSocial(parts: SocialOptions) {
  const { config, db, mail, demo } = parts
  const configured: readonly ChannelSettings[] = config.socialLogin === 'off' ? [] : config.oauth
  const channels = await createChannels(demo ? [...configured, demo] : configured, !config.production)
  const social = { ...parts, channels }
  const resolver = createResolveIdentity(social)
  return {
    /** channels to show buttons for, in order */
    offered: hasSocialButtons(config) ? [...channels.keys()] : [],
    begin: createStartSocialSignIn(social),
    finish: createFinishSocialSignIn({ ...social, resolver }),
    flow: createConnectAccount(social),
    native: createLoginWithToken(db, channels, resolver),
    unbind: createUnbindSocial(db, mail),
  }
}
