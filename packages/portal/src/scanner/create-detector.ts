import type { BarcodeDetector as Ponyfill } from 'barcode-detector/ponyfill'
import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

export type Detector = Pick<Ponyfill, 'detect'>

/** QR codes of displays and links; the others are on labels. */
const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39'] as const

/** The browser's own detector if it reads all formats, else that of the library. Rejects where WebAssembly does not run. */
export async function createDetector(): Promise<Detector> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: typeof Ponyfill }
  const known: readonly string[] = Own ? await Own.getSupportedFormats().catch(() => []) : []
  if (Own && FORMATS.every(format => known.includes(format))) return new Own({ formats: [...FORMATS] })
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  await prepareZXingModule({
    // By default the library loads the file from the host of a third party.
    overrides: { locateFile: (file: string) => (file.endsWith('.wasm') ? readerUrl : file) },
    fireImmediately: true,
  })
  return new BarcodeDetector({ formats: [...FORMATS] })
}
