import '../ui/tokens.css'
import '../ui/base.css'
import { afterEach, beforeEach, vi } from 'vitest'

// React reports misuse on console.error: a test that prints one fails.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
    throw new Error(`unexpected console.error: ${values.join(' ')}`)
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})
