/** Listens to a page's console: what nobody expects there is a fault that a green run would hide. */
import type { BrowserContext } from 'playwright-core'

export interface Watch {
  /** From now on lines like this are no fault: the journey brings them about. */
  expect(pattern: RegExp): void
  /** the lines nobody expected */
  faults(): readonly string[]
}

export function watchConsole(context: BrowserContext): Watch {
  const expected: RegExp[] = []
  const lines: string[] = []
  context.on('console', message => {
    const kind = message.type()
    if (kind === 'error' || kind === 'warning')
      lines.push(`console.${kind}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', error => lines.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  return {
    expect: pattern => expected.push(pattern),
    faults: () => lines.filter(line => !expected.some(pattern => pattern.test(line))),
  }
}
