// Renders `mark.png` of every brand, which mails show, from its `mark.svg`.
import { createRequire } from 'node:module'
import { loadBrands, MARK_PIXELS } from '../../brands/registry.ts'

const sharp = createRequire(new URL('../../packages/server/package.json', import.meta.url))('sharp')
for (const { brand, files } of (await loadBrands()).values()) {
  const { size } = await sharp(files.mark, { density: 288 })
    .resize(MARK_PIXELS)
    .png({ palette: true, effort: 10 })
    .toFile(files.mark.replace(/\.svg$/, '.png'))
  console.log(`${brand.code}: ${size} bytes`)
}
