import { useState } from 'react'
import { account, type FullInfo } from '../lib/account.ts'
import { useStore } from '../lib/store.ts'

/** Who is signed in, as the guard has heard. When the session ends, the page stays as it is until it is left. */
export function useHeard(): FullInfo | undefined {
  const heard = useStore(account)?.info
  const [info, setInfo] = useState(heard)
  if (heard && heard !== info) setInfo(heard)
  return heard ?? info
}
