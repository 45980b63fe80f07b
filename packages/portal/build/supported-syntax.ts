/** Finds syntax in built scripts that the oldest supported browsers cannot parse, though the build's target (ES2022) contains it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** Lookbehind needs Safari 16.4; the flags `d` and `v` are newer than Chromium 87. */
const NEW_PATTERN = /\(\?<[=!]/
const NEW_FLAGS = /[dv]/

/** Returns a description of each finding. */
export function findUnsupportedSyntax(code: string): string[] {
  const findings: string[] = []
  const { program, errors } = parseSync('script.js', code)
  for (const { message } of errors) findings.push(message)
  let functionDepth = 0
  const enter = () => {
    functionDepth++
  }
  const leave = () => {
    functionDepth--
  }
  const visitor = new Visitor({
    StaticBlock() {
      findings.push('static block of a class')
    },
    BinaryExpression(node) {
      // The types of the parser lack this form of the left side.
      const left = node.left as unknown as { readonly type: string; readonly name?: string }
      if (left.type === 'PrivateIdentifier') findings.push(`#${left.name} in …`)
    },
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      if (NEW_PATTERN.test(pattern)) findings.push(`lookbehind: /${pattern}/`)
      if (NEW_FLAGS.test(flags)) findings.push(`flags of /${pattern}/${flags}`)
    },
    AwaitExpression() {
      if (functionDepth === 0) findings.push('top-level await')
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
  })
  visitor.visit(program)
  return findings
}

/** Fails the build at the first script that an oldest supported browser could not parse. */
export async function assertSupportedSyntax(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.js')) continue
    const findings = findUnsupportedSyntax(await readFile(join(folder, file), 'utf8'))
    if (findings.length > 0)
      throw new Error(`${file} cannot run in every supported browser: ${findings.join(', ')}`)
  }
}
