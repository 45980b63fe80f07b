import * as passkey from '@kerf/contract/endpoints/passkey'
import { answerSignIn, identifyBrowser } from '../session/answer-cookies.ts'
import type { AddRoute } from '../session/session-guard.ts'
import type { OwnPasskeys } from './own-passkeys.ts'
import type { PasskeyCeremonies } from './passkey-ceremonies.ts'
import type { RegisterByPasskey } from './register-by-passkey.ts'
import type { createSignInByPasskey } from './sign-in-by-passkey.ts'

export interface PasskeyUseCases {
  readonly ceremonies: PasskeyCeremonies
  readonly signInByPasskey: ReturnType<typeof createSignInByPasskey>
  readonly registerByPasskey: RegisterByPasskey
  readonly own: OwnPasskeys
  /** what authenticators call the portal */
  readonly productName: string
}

export function passkeyRoutes(
  add: AddRoute,
  { ceremonies, signInByPasskey, registerByPasskey, own, productName }: PasskeyUseCases,
): void {
  add(passkey.getPasskeyLoginOptions, async (_, context) => ({
    options: await ceremonies.requestOptions({ purpose: 'login', browserHash: identifyBrowser(context) }),
  }))
  add(passkey.loginByPasskey, async (input, context) =>
    answerSignIn(context, await signInByPasskey({ ...input, agreement: input.agreement }, context.caller)),
  )
  add(
    passkey.getPasskeyRegisterOptions,
    async ({ email, captcha: verificationCode, nonce, ticket }, context) => {
      const proof = { email, verificationCode, nonce, ticket }
      return {
        options: await registerByPasskey.options(
          proof,
          productName,
          identifyBrowser(context),
          context.caller,
        ),
      }
    },
  )
  add(
    passkey.registerByPasskey,
    async ({ email, captcha: verificationCode, nonce, ticket, credential }, context) =>
      answerSignIn(
        context,
        await registerByPasskey.register(
          { email, verificationCode, nonce, ticket, credential },
          context.caller,
        ),
      ),
  )
  add(passkey.listPasskeys, (_, { session, caller }) => own.list(session, caller.lang))
  add(passkey.getPasskeyCreationOptions, async (_, context) => ({
    options: await own.creationOptions(
      context.session,
      productName,
      identifyBrowser(context),
      context.caller,
    ),
  }))
  add(passkey.addPasskey, async ({ credential }, { session, caller }) => ({
    passkey: await own.add(session, credential, caller),
  }))
  add(passkey.renamePasskey, async ({ passkey: id, name }, { session, caller }) => {
    await own.rename(session, id, name, caller)
    return {}
  })
  add(passkey.removePasskey, async ({ passkey: id }, { session, caller }) => {
    await own.remove(session, id, caller)
    return {}
  })
  add(passkey.getPasskeyProofOptions, async (_, context) => ({
    options: await own.proofOptions(context.session, identifyBrowser(context)),
  }))
}
