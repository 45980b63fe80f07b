import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Writes a Brotli and a gzip copy of every asset, with maximum compression. */
export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => /\.(?:js|css|svg|json)$/.test(name))
  await Promise.all(
    names.map(async name => {
      const path = join(folder, name)
      const content = await readFile(path)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      await writeFile(`${path}.br`, await brotli(content, { params }))
      await writeFile(`${path}.gz`, await gz(content, { level: 9 }))
    }),
  )
}
