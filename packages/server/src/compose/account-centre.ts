/** Signing up, in and out, and what people manage about themselves. */
import { accountRoutes } from '../account/account-routes.ts'
import { createChangeEmail } from '../account/change-email.ts'
import { createDeleteAccount } from '../account/delete-account.ts'
import { enterpriseRoutes } from '../enterprise/enterprise-routes.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { createChangePassword } from '../login/change-password.ts'
import { createFindPassword } from '../login/find-password.ts'
import { createLoginByCaptcha } from '../login/login-by-captcha.ts'
import { createLoginByPassword } from '../login/login-by-password.ts'
import { loginRoutes } from '../login/login-routes.ts'
import { createProveFresh } from '../login/prove-fresh.ts'
import { createRegister } from '../login/register.ts'
import { createHeadpic } from '../profile/headpic.ts'
import { headpicFiles, profileRoutes } from '../profile/profile-routes.ts'
import { regionRoutes } from '../region/region-routes.ts'
import { createClearSessions } from '../session/clear-sessions.ts'
import { createNotMe } from '../session/not-me.ts'
import { sessionRoutes } from '../session/session-routes.ts'
import { createSendCaptcha } from '../verification/send-captcha.ts'
import { verificationRoutes } from '../verification/verification-routes.ts'
import { createVerifyMailbox } from '../verification/verify-mailbox.ts'
import type { Parts } from './parts.ts'

export async function composeAccountCentre(parts: Parts) {
  const { add, http, config, db, keys, limiter, human, mail, publicUrl } = parts
  const { accountPrivacy, codesPerReceiver: perReceiver, codesPerAddress: perAddress } = config
  const login = { ...parts, policy: { min: config.passwordMin, max: config.passwordMax } }
  const changePassword = createChangePassword(login)
  const files = await openFileStore(config.fileStore)
  const headpics = createHeadpic({ db, files, limiter, publicUrl })

  verificationRoutes(add, {
    mailbox: createVerifyMailbox({ db, keys, limiter, accountPrivacy }),
    human,
    sendCaptcha: createSendCaptcha({ db, keys, limiter, human, accountPrivacy, perReceiver, perAddress }),
    limiter,
  })
  loginRoutes(add, {
    byPassword: createLoginByPassword(login),
    byCaptcha: createLoginByCaptcha(login),
    register: createRegister(login),
    findPassword: createFindPassword(login),
    proveFresh: createProveFresh(login),
    changePassword,
  })
  accountRoutes(add, db, publicUrl, {
    changeEmail: createChangeEmail(login),
    deleteAccount: createDeleteAccount(login),
  })
  profileRoutes(add, db, headpics)
  headpicFiles(http, headpics)
  enterpriseRoutes(add, db, changePassword)
  sessionRoutes(add, db, { clear: createClearSessions(db, mail), notMe: createNotMe(db, keys.link) })
  regionRoutes(add)
  return { files, sweepHeadpics: headpics.sweep }
}
