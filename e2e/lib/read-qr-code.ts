/** Reads a QR code from a picture, as the scanner of a machine does. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

/** `picture`: PNG. undefined: no code is found. */
export async function readQrCode(picture: Buffer): Promise<string | undefined> {
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) }, fireImmediately: true })
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
  return found?.text
}
