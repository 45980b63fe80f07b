/** Compiles the texts of `en/` and `zh/` into typed functions in `generated/`. Fails when the two differ in keys or arguments. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const FILES = ['errors', 'fields', 'portal', 'ui', 'verification', 'profile', 'legal', 'mail', 'security']

async function texts(locale, file) {
  const { $schema: _, ...messages } = JSON.parse(await readFile(`${folder}${locale}/${file}.json`, 'utf8'))
  return messages
}

const argumentsOf = text =>
  [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)]
    .map(match => match[1])
    .sort()
    .join()

const faults = []
for (const file of FILES) {
  const [en, zh] = await Promise.all([texts('en', file), texts('zh', file)])
  for (const key of new Set([...Object.keys(en), ...Object.keys(zh)])) {
    if (!(key in zh)) faults.push(`${file}.json: ${key} lacks its Chinese text`)
    else if (!(key in en)) faults.push(`${file}.json: ${key} lacks its English text`)
    else if (argumentsOf(en[key]) !== argumentsOf(zh[key]))
      faults.push(`${file}.json: ${key} has other arguments in Chinese`)
  }
}
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

await compile({
  project: `${folder}project.inlang`,
  outdir: `${folder}generated`,
  strategy: ['globalVariable', 'baseLocale'],
  emitTsDeclarations: true,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  isServer: "typeof window === 'undefined'",
})
// The compiler's project store leaves 30 s timers behind that would keep this process waiting.
process.exit(0)
