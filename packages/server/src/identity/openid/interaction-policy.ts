/** When a request needs the person: to log in or authenticate again, to choose an account, to consent. */

export async function createInteractionPolicy() {
  const { base, Check, Prompt } = await import('oidc-provider/lib/helpers/interaction_policy/index.js')
  const policy = base()
  const login = policy.get('login')
  // acr_values asks for a class of authentication (Core, section 3.1.2.1): two factors are asked for if the session has one.
  login.checks.add(
    new Check(
      'acr_values',
      'the requested class of authentication needs the person',
      'login_required',
      ({ oidc }) => {
        const wanted = String(oidc.params?.acr_values ?? '').split(' ')
        return wanted[0] === 'aal2' && oidc.session?.acr !== 'aal2' && !oidc.result?.login
      },
    ),
  )
  // A person consents to scopes. A claim that they do not contain is left out, which is no error (Core, section 5.5.1).
  policy.get('consent').checks.remove('op_claims_missing')
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 1)
  return policy
}
