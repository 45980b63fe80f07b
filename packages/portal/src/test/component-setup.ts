import '../ui/tokens.css'
import '../ui/typeface/typeface.css'
import '../ui/base.css'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { account } from '../lib/session/account.ts'
import { clearToken } from '../lib/token/token-updates.ts'
import { connectToastRegion } from '../ui/toast/toast.ts'

// The files share a page. Each file starts without an account and without what another file has stored or rendered.
beforeAll(() => {
  account.set(undefined)
  clearToken()
  window.sessionStorage.clear()
  window.localStorage.clear()
  for (const name of Object.keys(document.documentElement.dataset))
    delete document.documentElement.dataset[name]
})

// The library does this itself only in the first file that imports it.
beforeEach(() => cleanup())

// Toasts that no region has shown would appear in the next test. A region that is connected takes them all.
beforeEach(() => connectToastRegion(() => undefined)())

// React reports misuse on console.error: a test that prints one fails.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
    throw new Error(`unexpected console.error: ${values.join(' ')}`)
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})
