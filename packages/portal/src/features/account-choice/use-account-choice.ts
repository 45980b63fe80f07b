import { useState } from 'react'
import { describeError } from '../../lib/api/describe-error.ts'
import { toast } from '../../ui/toast/toast.ts'
import { type BrowserAccount, chooseAccount, endOtherAccounts } from './account-choice.ts'

/**
 * Chooses an account or logs one out, one call at a time. An error is shown as a toast, and the list is asked for again: a
 * session may have ended elsewhere.
 */
export function useAccountChoice(onChosen: (account: BrowserAccount) => void, reload: () => void) {
  const [pending, setPending] = useState<string>()

  async function run(key: string, work: () => Promise<unknown>): Promise<boolean> {
    if (pending !== undefined) return false
    setPending(key)
    try {
      await work()
      return true
    } catch (error) {
      const { text } = await describeError(error)
      if (text) toast(text(), 'danger')
      reload()
      return false
    } finally {
      setPending(undefined)
    }
  }

  return {
    /** uid of the account, or the key of another call that is pending */
    pending,
    run,
    async choose(account: BrowserAccount): Promise<void> {
      if (await run(account.uid, () => chooseAccount(account.uid))) onChosen(account)
    },
    /** Resolves to whether the account is logged out. */
    async end({ uid }: BrowserAccount): Promise<boolean> {
      const isEnded = await run(uid, () => endOtherAccounts(uid))
      if (isEnded) reload()
      return isEnded
    },
  }
}
