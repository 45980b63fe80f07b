import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { verifyEmail, verifyEnterpriseAccount, verifyOwnEmail } from '@kerf/contract/endpoints/verification'
import type { AddRoute } from '../../web/route.ts'
import { submittedCode } from '../verification/verification-codes.ts'
import type { ChangeEmail } from './change-email.ts'
import type { VerifyMailbox } from './verify-mailbox.ts'

export interface MailboxUseCases {
  readonly verify: VerifyMailbox
  readonly change: ChangeEmail
}

export function mailboxRoutes(add: AddRoute, { verify, change }: MailboxUseCases): void {
  // The browser that obtains a nonce is identified before it asks for a code: its codes are kept apart from those of strangers.
  add(verifyEmail, (input, { caller, identifyBrowser }) => {
    identifyBrowser()
    return verify.byEmail(input, caller)
  })
  add(verifyOwnEmail, (input, { session, identifyBrowser }) => {
    identifyBrowser()
    return verify.byOwner(input, session.uid)
  })
  add(verifyEnterpriseAccount, (input, { caller, identifyBrowser }) => {
    identifyBrowser()
    return verify.byEnterpriseAccount(input, caller)
  })
  add(changeEmail, async ({ email, ...code }, { session, caller }) => {
    await change(session, { email, ...submittedCode(code) }, caller)
    return {}
  })
}
