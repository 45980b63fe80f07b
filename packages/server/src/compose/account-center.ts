/** Signing up, in and out, and what people manage about themselves. */
import { accountRoutes } from '../identity/account/account-routes.ts'
import { createChangeEmail } from '../identity/account/change-email.ts'
import { createDeleteAccount } from '../identity/account/delete-account.ts'
import { enterpriseRoutes } from '../identity/enterprise/enterprise-routes.ts'
import { createChangePassword } from '../identity/login/change-password.ts'
import { createLoginByCode } from '../identity/login/login-by-code.ts'
import { createLoginByPassword } from '../identity/login/login-by-password.ts'
import { loginRoutes } from '../identity/login/login-routes.ts'
import { createReauthenticate } from '../identity/login/reauthenticate.ts'
import { createRegister } from '../identity/login/register.ts'
import { createResetPassword } from '../identity/login/reset-password.ts'
import { createHeadpic } from '../identity/profile/headpic.ts'
import { headpicFiles, profileRoutes } from '../identity/profile/profile-routes.ts'
import { regionRoutes } from '../identity/profile/region/region-routes.ts'
import { createClearSessions } from '../identity/session/clear-sessions.ts'
import { createNotMe } from '../identity/session/not-me.ts'
import { sessionRoutes } from '../identity/session/session-routes.ts'
import { createSendVerificationCode } from '../identity/verification/send-verification-code.ts'
import { verificationRoutes } from '../identity/verification/verification-routes.ts'
import { createVerifyMailbox } from '../identity/verification/verify-mailbox.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import type { Services } from './services.ts'

export async function composeAccountCenter(parts: Services) {
  const { add, http, config, db, keys, limiter, human, mail, publicUrl } = parts
  const { accountPrivacy, codesPerReceiver: perReceiver, codesPerAddress: perAddress } = config
  const login = { ...parts, policy: { min: config.passwordMin, max: config.passwordMax } }
  const changePassword = createChangePassword(login)
  const files = await openFileStore(config.fileStore)
  const headpics = createHeadpic({ db, files, limiter, publicUrl })

  verificationRoutes(add, {
    mailbox: createVerifyMailbox({ db, keys, limiter, accountPrivacy }),
    human,
    sendCode: createSendVerificationCode({
      db,
      keys,
      limiter,
      human,
      accountPrivacy,
      perReceiver,
      perAddress,
    }),
    limiter,
  })
  loginRoutes(add, {
    byPassword: createLoginByPassword(login),
    byCode: createLoginByCode(login),
    register: createRegister(login),
    resetPassword: createResetPassword(login),
    reauthenticate: createReauthenticate(login),
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
