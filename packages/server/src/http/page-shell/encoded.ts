/** One body in the forms that a client may take. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export interface Encoded {
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

/** For bodies made while someone waits: a middling effort takes half a millisecond for a page. */
export function encodeQuickly(text: string): Encoded {
  const plain = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return { plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain, { level: 6 }) }
}

/** The smallest form the header allows. A quality of 0 refuses one. */
export function choose(
  body: Encoded,
  accepted: string | undefined,
): { content: Buffer; encoding?: 'br' | 'gzip' } {
  const takes = (name: string) =>
    new RegExp(`(?:^|[\\s,])${name}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))\\s*(?:[;,]|$)`, 'i').test(
      accepted ?? '',
    )
  if (body.br && takes('br')) return { content: body.br, encoding: 'br' }
  if (body.gzip && takes('gzip')) return { content: body.gzip, encoding: 'gzip' }
  return { content: body.plain }
}
