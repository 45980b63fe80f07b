/** Creates the social sign-in: configured channels and their use cases. */
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type ChannelSettings, createChannels } from './channels.ts'
import { type ConnectDependencies, createConnectAccount } from './connect-account.ts'
import { createDescribeConnection } from './describe-connection.ts'
import { createFinishSocialSignIn } from './finish-social-sign-in.ts'
import { createSignInByToken } from './sign-in-by-token.ts'
import { createSignInOrLink } from './sign-in-or-link.ts'
import { createSocialResults } from './social-result.ts'
import { createStartSocialSignIn } from './start-social-sign-in.ts'
import { createUnlinkOwnIdentity } from './unlink-identity.ts'

export interface SocialOptions
  extends Omit<ConnectDependencies, 'db'>,
    Pick<PlatformServices, 'limiter' | 'refusals'> {
  readonly db: Database
  readonly config: Pick<Config, 'socialLogin' | 'oauth' | 'production' | 'deployment'>
  readonly publicUrl: () => URL
  /** channel of the development server's own provider */
  readonly demo: ChannelSettings | undefined
}

/** `auto` shows the buttons in deployment `us` only. */
const hasSocialButtons = ({ socialLogin, deployment }: SocialOptions['config']): boolean =>
  socialLogin === 'on' || (socialLogin === 'auto' && deployment === 'us')

export async function createSocial(options: SocialOptions) {
  const { config, db, keys, mail, demo } = options
  const configured: readonly ChannelSettings[] = config.socialLogin === 'off' ? [] : config.oauth
  const channels = await createChannels(demo ? [...configured, demo] : configured, !config.production)
  const deps = { ...options, channels }
  const signInOrLink = createSignInOrLink(deps)
  const results = createSocialResults(db, keys)
  return {
    /** channels with a button, in order */
    offered: hasSocialButtons(config) ? [...channels.keys()] : [],
    /** the portal's own client id at each channel */
    clientIds: Object.fromEntries(
      [...channels].map(([channel, { clientIds }]) => [channel, clientIds[0] ?? '']),
    ),
    results,
    startSocialSignIn: createStartSocialSignIn(deps),
    finishSocialSignIn: createFinishSocialSignIn({ ...deps, signInOrLink, results }),
    describeConnection: createDescribeConnection(db, keys),
    connectAccount: createConnectAccount(deps),
    signInByToken: createSignInByToken({ ...deps, signInOrLink }),
    unlinkOwnIdentity: createUnlinkOwnIdentity(db, mail),
  }
}

export type Social = Awaited<ReturnType<typeof createSocial>>
