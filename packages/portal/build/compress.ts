import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const brotli = promisify(brotliCompress)

/** Writes a Brotli copy of every asset, with maximum compression. The server makes other versions from it. */
export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => /\.(?:js|css|svg|json|wasm)$/.test(name))
  await Promise.all(
    names.map(async name => {
      const path = join(folder, name)
      const content = await readFile(path)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      await writeFile(`${path}.br`, await brotli(content, { params }))
    }),
  )
}
