/** Collects a page's console errors and warnings, so that a test fails on those it does not expect. */
import type { BrowserContext } from '@playwright/test'

export interface ConsoleCheck {
  /** Ignores lines that match: the test causes them. */
  expect(pattern: RegExp): void
  /** the lines that no pattern matches */
  unexpectedLines(): readonly string[]
}

export function checkConsole(context: BrowserContext): ConsoleCheck {
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
    unexpectedLines: () => lines.filter(line => !expected.some(pattern => pattern.test(line))),
  }
}
