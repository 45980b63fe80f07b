import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const

let lines: string[] = []
let restore: (() => void)[] = []

// Unexpected console output fails a test: it may be a swallowed error or a React warning. A test that expects output
// replaces the method: vi.spyOn(console, 'error').mockImplementation(() => {}).
beforeEach(() => {
  lines = []
  restore = methods.map(method => {
    const original = console[method]
    const recorder = (...values: unknown[]) => {
      lines.push(`console.${method}: ${format(...values)}`)
    }
    console[method] = recorder
    return () => {
      if (console[method] === recorder) console[method] = original
    }
  })
})

afterEach(() => {
  for (const restoreMethod of restore) restoreMethod()
  if (lines.length > 0) throw new Error(`unexpected console output:\n${lines.join('\n')}`)
})
