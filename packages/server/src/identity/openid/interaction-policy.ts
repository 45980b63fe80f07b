/** When a request needs the person: to create an account, to log in or authenticate again, to choose an account, to consent. */
import { ACR } from '../session/authentication.ts'

export async function createInteractionPolicy() {
  const { base, Check, Prompt } = await import('oidc-provider/lib/helpers/interaction_policy/index.js')
  const policy = base()
  const login = policy.get('login')
  // The library compares whole seconds.
  login.checks.remove('max_age')
  login.checks.add(
    new Check('max_age', 'the authentication is too old', 'login_required', ({ oidc }) => {
      const { params, session, result } = oidc
      if (params?.max_age === undefined || result?.login) return false
      return session?.accountId === undefined || (session.authenticationAge ?? 0) > Number(params.max_age)
    }),
  )
  // acr_values asks for a class of authentication (Core, section 3.1.2.1): two factors are asked for if the session has one.
  login.checks.add(
    new Check(
      'acr_values',
      'the requested class of authentication needs the person',
      'login_required',
      ({ oidc }) => {
        const wanted = String(oidc.params?.acr_values ?? '').split(' ')
        return (
          wanted[0] === ACR.multipleFactors &&
          oidc.session?.acr !== ACR.multipleFactors &&
          !oidc.result?.login
        )
      },
    ),
  )
  // A person consents to scopes. A claim that they do not contain is left out, which is no error (Core, section 5.5.1).
  policy.get('consent').checks.remove('op_claims_missing')
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 1)
  // Initiating User Registration via OpenID Connect 1.0.
  policy.add(new Prompt({ name: 'create', requestable: true }), 0)
  return policy
}
