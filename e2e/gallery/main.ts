/** Takes screenshots of every screen of the running product and writes them with an index page to `gallery/`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LANGUAGES } from '@kerf/contract/language'
import { launchBrowser } from '../lib/browser/chromium.ts'
import { callers } from '../lib/people.ts'
import { startProduct } from '../lib/product.ts'
import { consoleSettings, openConsole } from '../screens/console-screens.ts'
import { contactSheet } from './contact-sheet.ts'
import { CONSOLE_DEVICES, DEVICES, isOfConsole, planGallery } from './plan.ts'
import { takeShots } from './take-shots.ts'

const folder = fileURLToPath(new URL('../../gallery', import.meta.url))

const USAGE = `Usage: npm run gallery -- [NAME…] [--device=D] [--language=L] [--theme=T]

Takes screenshots of every screen and writes them with an index page to gallery/.

  NAME        part of a screen and its state, such as security, login.refused, or console
  --device    ${Object.keys({ ...DEVICES, ...CONSOLE_DEVICES }).join(', ')}
  --language  ${LANGUAGES.join(', ')}
  --theme     light, dark, contrast`

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        device: { type: 'string' },
        language: { type: 'string' },
        theme: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(1)
  }
}

const {
  values: { help, ...filter },
  positionals,
} = readArguments()
if (help) {
  console.log(USAGE)
  process.exit()
}

const shots = planGallery({ ...filter, names: positionals })
if (shots.length === 0) {
  console.error('No screen matches.')
  process.exit(1)
}
// Pictures show what most people see: a country, and browsers that differ.
callers.blocks = ['84.128']
callers.userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
]
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const hasConsole = shots.some(({ screen }) => isOfConsole(screen))
const product = await startProduct(hasConsole ? await consoleSettings() : {})
const browser = await launchBrowser()
let failed = 0
try {
  const access = hasConsole ? await openConsole(browser, product) : undefined
  for await (const { shot, error } of takeShots(browser, { url: product.url, access }, shots, folder)) {
    if (!error) continue
    failed++
    console.error(`${shot.file}: ${error.split('\n')[0]}`)
  }
  writeFileSync(join(folder, 'index.html'), contactSheet(shots))
} finally {
  await browser.close()
  await product.close()
}
console.log(`${shots.length - failed} screenshots, ${failed} failed: ${join(folder, 'index.html')}`)
process.exit(failed > 0 ? 1 : 0)
