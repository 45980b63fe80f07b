/**
 * Takes screenshots of every screen of the running product and writes them with an index page to `gallery/`.
 * Arguments select some of them: parts of screen names, `--device=phone` (or tablet, desktop,
 * large-text), `--language=zh`, `--theme=dark` (or light, contrast).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../lib/chromium.ts'
import { startProduct } from '../lib/product.ts'
import { contactSheet } from './contact-sheet.ts'
import { planGallery } from './plan.ts'
import { takeShots } from './take-shots.ts'

const folder = fileURLToPath(new URL('../../gallery', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    device: { type: 'string' },
    language: { type: 'string' },
    theme: { type: 'string' },
  },
})

const shots = planGallery({ ...values, names: positionals })
if (shots.length === 0) {
  console.error('No screen matches.')
  process.exit(1)
}
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const product = await startProduct()
const browser = await launchBrowser()
let failed = 0
try {
  for await (const { shot, error } of takeShots(browser, product.url, shots, folder)) {
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
