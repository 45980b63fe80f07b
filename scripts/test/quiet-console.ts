import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const

let printed: string[] = []
let restore: (() => void)[] = []

// Output nobody expects is a fault that a green run would hide (a swallowed error, a React warning). A test
// that expects some replaces the method itself: vi.spyOn(console, 'error').mockImplementation(() => {}).
beforeEach(() => {
  printed = []
  restore = methods.map(method => {
    const original = console[method]
    const recorder = (...values: unknown[]) => {
      printed.push(`console.${method}: ${format(...values)}`)
    }
    console[method] = recorder
    return () => {
      if (console[method] === recorder) console[method] = original
    }
  })
})

afterEach(() => {
  for (const undo of restore) undo()
  if (printed.length > 0) throw new Error(`unexpected console output:\n${printed.join('\n')}`)
})
