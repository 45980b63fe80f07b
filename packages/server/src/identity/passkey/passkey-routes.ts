import * as passkey from '@kerf/contract/endpoints/passkey'
import type { AddRoute } from '../../web/route.ts'
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
  add(passkey.getPasskeyLoginOptions, async (_, { identifyBrowser }) => ({
    options: await ceremonies.requestOptions({ purpose: 'login', browserHash: identifyBrowser() }),
  }))
  add(passkey.loginByPasskey, async (input, { caller, signIn }) =>
    signIn(await signInByPasskey({ ...input, agreement: input.agreement }, caller)),
  )
  add(
    passkey.getPasskeyRegisterOptions,
    async ({ email, captcha: verificationCode, nonce, ticket }, { caller, identifyBrowser }) => {
      const proof = { email, verificationCode, nonce, ticket }
      return { options: await registerByPasskey.options(proof, productName, identifyBrowser(), caller) }
    },
  )
  add(
    passkey.registerByPasskey,
    async ({ email, captcha: verificationCode, nonce, ticket, credential }, { caller, signIn }) =>
      signIn(
        await registerByPasskey.register({ email, verificationCode, nonce, ticket, credential }, caller),
      ),
  )
  add(passkey.listPasskeys, (_, { session, caller }) => own.list(session, caller.lang))
  add(passkey.getPasskeyCreationOptions, async (_, { session, caller, identifyBrowser }) => ({
    options: await own.creationOptions(session, productName, identifyBrowser(), caller),
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
  add(passkey.getPasskeyProofOptions, async (_, { session, identifyBrowser }) => ({
    options: await own.proofOptions(session, identifyBrowser()),
  }))
}
