// An app that greets the person. Its login is in node-login.mjs.
//   npm install openid-client @napi-rs/keyring
import * as client from 'openid-client'
import { openSession, reportFailure } from './node-login.mjs'

try {
  const { config, accessToken } = await openSession('openid email offline_access')
  const person = await client.fetchUserInfo(config, accessToken, client.skipSubjectCheck)
  console.log(`Hello ${person.email}`)
} catch (error) {
  reportFailure(error)
}
