import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import {
  connectSocialFlow,
  describeSocialFlow,
  loginWithAccessToken,
  readSocialResult,
  unbindSocial,
} from '@kerf/contract/endpoints/social'
import { errorNameOfCode } from '@kerf/contract/errors'
import type { Language } from '@kerf/contract/language'
import { ERROR_TEXTS } from '@kerf/locales/error-texts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { answerSignIn, identifyBrowser } from '../session/answer-cookies.ts'
import { assertTwoProofs } from '../session/session-companion.ts'
import type { AddRoute } from '../session/session-guard.ts'
import type { Social } from './create-social.ts'

type SocialUseCases = Pick<
  Social,
  'results' | 'describeConnection' | 'connectAccount' | 'signInByToken' | 'unlinkOwnIdentity'
>

const errorText = (code: number, lang: Language): string => {
  const name = errorNameOfCode(code)
  return name === undefined ? '' : ERROR_TEXTS[name]({}, { locale: lang })
}

export function socialRoutes(add: AddRoute, db: Queryable, social: SocialUseCases): void {
  add(unbindSocial, async (input, { session, caller }) => {
    await social.unlinkOwnIdentity(session, input.channel, caller)
    return {}
  })
  add(readSocialResult, async ({ result }, { caller }) => {
    const { flow, methods, ...outcome } = await social.results.read(result)
    return {
      ...outcome,
      error: errorText(outcome.code, caller.lang),
      ...(flow !== '' && { flow }),
      ...(methods && { methods: methods as LoginStepMethod[] }),
    }
  })
  add(describeSocialFlow, ({ flow }, context) => {
    // Names a nonce: see verification-routes.ts.
    identifyBrowser(context)
    return social.describeConnection(flow)
  })
  add(connectSocialFlow, async (input, context) => {
    const connected = await social.connectAccount(input, context.caller)
    return { ...answerSignIn(context, connected), created: connected.created }
  })
  add(loginWithAccessToken, async (input, context) => {
    const session = input.op === 'bind' ? await context.findSession() : undefined
    if (input.op === 'bind') {
      if (!session) throw new ApiError('expired_login')
      if (session.kind !== 'personal') throw new ApiError('authority')
      await assertTwoProofs(db, session, context.caller)
    }
    const { code, flow, methods, signedIn } = await social.signInByToken(
      context.params.channel ?? '',
      input,
      session ? { uid: session.uid, session: session.handle } : null,
      context.caller,
    )
    if (methods) identifyBrowser(context)
    return {
      code,
      utoken: signedIn ? answerSignIn(context, signedIn).utoken : '',
      error: errorText(code, context.caller.lang),
      ...(flow !== '' && { flow }),
      ...(methods && { methods: methods as LoginStepMethod[] }),
    }
  })
}
