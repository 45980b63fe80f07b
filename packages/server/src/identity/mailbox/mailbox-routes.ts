import {
  changeEmail,
  confirmMailbox,
  getSecondEmail,
  removeSecondEmail,
  setSecondEmail,
} from '@kerf/contract/endpoints/mailbox'
import { verifyEmail, verifyEnterpriseAccount, verifyOwnEmail } from '@kerf/contract/endpoints/verification'
import { identifyBrowser } from '../session/answer-cookies.ts'
import type { AddRoute } from '../session/session-guard.ts'
import { submittedCode } from '../verification/verification-codes.ts'
import type { ChangeEmail } from './change-email.ts'
import type { ConfirmMailbox } from './mailbox-change.ts'
import type { SecondEmail } from './second-email.ts'
import type { VerifyMailbox } from './verify-mailbox.ts'

export interface MailboxUseCases {
  readonly verify: VerifyMailbox
  readonly change: ChangeEmail
  readonly second: SecondEmail
  readonly confirm: ConfirmMailbox
}

export function mailboxRoutes(add: AddRoute, { verify, change, second, confirm }: MailboxUseCases): void {
  // The browser that obtains a nonce is identified before it asks for a code: its codes are kept apart from those of strangers.
  add(verifyEmail, (input, context) => {
    identifyBrowser(context)
    return verify.byEmail(input, context.caller)
  })
  add(verifyOwnEmail, (input, context) => {
    identifyBrowser(context)
    return verify.byOwner(input, context.session.uid)
  })
  add(verifyEnterpriseAccount, (input, context) => {
    identifyBrowser(context)
    return verify.byEnterpriseAccount(input, context.caller)
  })
  add(changeEmail, async ({ email, ...code }, { session, caller }) => {
    await change(session, { email, ...submittedCode(code) }, caller)
    return {}
  })
  add(confirmMailbox, (input, { caller }) => confirm(input, caller))
  add(getSecondEmail, (_, { session }) => second.find(session.uid))
  add(setSecondEmail, async ({ email, ...code }, { session, caller }) => {
    await second.set(session, { email, ...submittedCode(code) }, caller)
    return {}
  })
  add(removeSecondEmail, async (_, { session, caller }) => {
    await second.remove(session, caller)
    return {}
  })
}
