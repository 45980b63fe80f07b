import { fullinfo } from '@kerf/contract/endpoints/account'
import { account } from '../../lib/account.ts'
import { call } from '../../lib/call.ts'

/** Hears anew who is signed in, after a change. What was changed stays changed if this fails. */
export async function refreshAccount(): Promise<void> {
  try {
    account.set({ info: await call(fullinfo, undefined), at: Date.now() })
  } catch {
    // the next page asks again
    const known = account.get()
    if (known) account.set({ ...known, at: 0 })
  }
}
