import { unbindSocial } from '@kerf/contract/endpoints/security'
import { connectFlow, loginWithAccessToken, socialFlow, socialResult } from '@kerf/contract/endpoints/social'
import { CATALOGUE, type ErrorCode } from '@kerf/contract/errors'
import type { Language } from '@kerf/contract/language'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import { Fault } from '../../platform/errors/api-error.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import { expectFreshProof } from '../login/prove-fresh.ts'
import type { ConnectFlow } from './connect-flow.ts'
import type { FinishSocial } from './finish-social.ts'
import type { createLoginWithToken } from './login-with-token.ts'
import type { createUnbindSocial } from './unbind-social.ts'

export interface SocialUseCases {
  readonly unbind: ReturnType<typeof createUnbindSocial>
  readonly finish: FinishSocial
  readonly flow: ConnectFlow
  readonly native: ReturnType<typeof createLoginWithToken>
}

const textOf = (code: number, lang: Language): string =>
  code === 0 ? '' : ERROR_TEXTS[CATALOGUE[code as ErrorCode].key]({}, { locale: lang })

export function socialRoutes(add: AddRoute, use: SocialUseCases): void {
  add(unbindSocial, async (input, { session, caller }) => {
    await use.unbind(session, input.channel, caller)
    return {}
  })
  add(socialResult, async ({ result }, { caller }) => {
    const { flow, ...said } = await use.finish.read(result)
    return { ...said, error: textOf(said.code, caller.lang), ...(flow !== '' && { flow }) }
  })
  add(socialFlow, ({ flow }) => use.flow.describe(flow))
  add(connectFlow, async (input, { caller, signIn }) => {
    const connected = await use.flow.connect(input, caller)
    return { ...signIn(connected), created: connected.created }
  })
  add(loginWithAccessToken, async (input, { caller, params, signIn, whoAsks }) => {
    const session = input.op === 'bind' ? await whoAsks() : undefined
    if (input.op === 'bind') {
      if (!session) throw new Fault(20101)
      if (session.kind !== 'personal') throw new Fault(20102)
      expectFreshProof(session)
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
