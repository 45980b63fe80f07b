/** Facebook, GitHub and WeChat, by their published documentation. */

import { type Json, type OAuth2Dialect, toText } from './oauth2.ts'
import type { SocialIdentity } from './social-provider.ts'
import { ProviderError } from './social-provider.ts'

const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

function url(address: string, query: Record<string, string>): URL {
  const made = new URL(address)
  for (const [name, value] of Object.entries(query)) made.searchParams.set(name, value)
  return made
}

function requireSubject(identity: SocialIdentity): SocialIdentity {
  if (identity.subject === '') throw new ProviderError('rejected', 'the provider returned no subject')
  return identity
}

export const facebook: OAuth2Dialect = {
  issuer: 'https://www.facebook.com',
  authorize: ({ clientId }, { redirectUri, state, challenge }) =>
    url('https://www.facebook.com/v21.0/dialog/oauth', {
      client_id: clientId,
      redirect_uri: redirectUri,
      state,
      scope: 'email,public_profile',
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),
  exchange: (ask, { clientId, secret }, { redirectUri, verifier }, code) =>
    ask(
      new URL('https://graph.facebook.com/v21.0/oauth/access_token'),
      form({
        client_id: clientId,
        client_secret: secret,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      }),
    ),
  async identity(ask, tokens) {
    const token = toText(tokens.access_token)
    const me = await ask(
      url('https://graph.facebook.com/v21.0/me', { fields: 'id,name,email' }),
      bearer(token),
    )
    // Facebook does not say whether it has verified the address.
    return requireSubject({
      issuer: this.issuer,
      subject: toText(me.id),
      email: toText(me.email),
      emailVerified: false,
      name: toText(me.name),
    })
  },
  async isMeantFor(ask, { clientId, secret }, { accessToken, clientId: audience }) {
    const debug = url('https://graph.facebook.com/v21.0/debug_token', { input_token: accessToken })
    const { data } = await ask(debug, bearer(`${clientId}|${secret}`))
    const tokenInfo = (data ?? {}) as Json
    return tokenInfo.is_valid === true && toText(tokenInfo.app_id) === audience
  },
}

export const github: OAuth2Dialect = {
  issuer: 'https://github.com',
  authorize: ({ clientId }, { redirectUri, state, challenge }) =>
    url('https://github.com/login/oauth/authorize', {
      client_id: clientId,
      redirect_uri: redirectUri,
      state,
      scope: 'read:user user:email',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),
  exchange: (ask, { clientId, secret }, { redirectUri, verifier }, code) =>
    ask(
      new URL('https://github.com/login/oauth/access_token'),
      form({
        client_id: clientId,
        client_secret: secret,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      }),
    ),
  async identity(ask, tokens) {
    const init = bearer(toText(tokens.access_token))
    const user = await ask(new URL('https://api.github.com/user'), init)
    const mails = await ask(new URL('https://api.github.com/user/emails'), init).catch(() => [])
    const primary = (Array.isArray(mails) ? (mails as Json[]) : []).find(mail => mail.primary === true)
    return requireSubject({
      issuer: this.issuer,
      subject: toText(user.id),
      email: toText(primary?.email),
      emailVerified: primary?.verified === true,
      name: toText(user.name) || toText(user.login),
    })
  },
  async isMeantFor(ask, { clientId, secret }, { accessToken, clientId: audience }) {
    if (audience !== clientId) return false
    const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
    const answer = await ask(new URL(`https://api.github.com/applications/${clientId}/token`), {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: accessToken }),
    })
    return toText((answer.app as Json | undefined)?.client_id) === audience
  },
}

export const wechat: OAuth2Dialect = {
  issuer: 'https://open.weixin.qq.com',
  // WeChat does not support PKCE. The request is protected by `state`, which is bound to the browser, and by the client secret.
  authorize: ({ clientId }, { redirectUri, state }) =>
    new URL(
      `${url('https://open.weixin.qq.com/connect/qrconnect', {
        appid: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
      })}#wechat_redirect`,
    ),
  exchange: (ask, { clientId, secret }, _, code) =>
    ask(
      url('https://api.weixin.qq.com/sns/oauth2/access_token', {
        appid: clientId,
        secret,
        code,
        grant_type: 'authorization_code',
      }),
    ),
  async identity(ask, tokens) {
    const openid = toText(tokens.openid)
    const info = await ask(
      url('https://api.weixin.qq.com/sns/userinfo', { access_token: toText(tokens.access_token), openid }),
    )
    return requireSubject({
      issuer: this.issuer,
      subject: toText(info.unionid) || toText(info.openid),
      email: '',
      emailVerified: false,
      name: toText(info.nickname),
    })
  },
  /**
   * WeChat names no audience, but an openid belongs to one app and a unionid to one developer. The token of another
   * developer's app is therefore an identity that no account here is connected to.
   */
  async isMeantFor(ask, _, { accessToken, openId = '' }) {
    if (openId === '') return false
    const check = url('https://api.weixin.qq.com/sns/auth', { access_token: accessToken, openid: openId })
    return (await ask(check)).errcode === 0
  },
}
