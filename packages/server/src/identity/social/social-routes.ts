import { unbindSocial } from '@kerf/contract/endpoints/security'
import {
  connectSocialFlow,
  describeSocialFlow,
  loginWithAccessToken,
  readSocialResult,
} from '@kerf/contract/endpoints/social'
import { errorNameOfCode } from '@kerf/contract/errors'
import type { Language } from '@kerf/contract/language'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import { assertRecentAuthentication } from '../login/reauthenticate.ts'
import type { ConnectAccount } from './connect-account.ts'
import type { FinishSocialSignIn } from './finish-social-sign-in.ts'
import type { createLoginWithToken } from './login-with-token.ts'
import type { createUnbindSocial } from './unbind-social.ts'

export interface SocialUseCases {
  readonly unbind: ReturnType<typeof createUnbindSocial>
  readonly finish: FinishSocialSignIn
  readonly flow: ConnectAccount
  readonly native: ReturnType<typeof createLoginWithToken>
}

const textOf = (code: number, lang: Language): string => {
  const name = errorNameOfCode(code)
  return name === undefined ? '' : ERROR_TEXTS[name]({}, { locale: lang })
}

export function socialRoutes(add: AddRoute, use: SocialUseCases): void {
  add(unbindSocial, async (input, { session, caller }) => {
    await use.unbind(session, input.channel, caller)
    return {}
  })
  add(readSocialResult, async ({ result }, { caller }) => {
    const { flow, ...said } = await use.finish.read(result)
    return { ...said, error: textOf(said.code, caller.lang), ...(flow !== '' && { flow }) }
  })
  add(describeSocialFlow, ({ flow }) => use.flow.describe(flow))
  add(connectSocialFlow, async (input, { caller, signIn }) => {
    const connected = await use.flow.connect(input, caller)
    return { ...signIn(connected), created: connected.created }
  })
  add(loginWithAccessToken, async (input, { caller, params, signIn, getOptionalSession }) => {
    const session = input.op === 'bind' ? await getOptionalSession() : undefined
    if (input.op === 'bind') {
      if (!session) throw new ApiError('expired_login')
      if (session.kind !== 'personal') throw new ApiError('authority')
      assertRecentAuthentication(session)
    }
    const { code, flow, signedIn } = await use.native(
      params.channel ?? '',
      input,
      session ? { uid: session.uid, session: session.handle } : null,
      caller,
    )
    return {
      code,
      utoken: signedIn ? signIn(signedIn).utoken : '',
      error: textOf(code, caller.lang),
      ...(flow !== '' && { flow }),
    }
  })
}
