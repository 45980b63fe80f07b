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

/** For bodies that stay as they are: a form is made, as small as can be, when it is first asked for. */
export function encodeWhenAsked(plain: Buffer): Encoded {
  let br: Buffer | undefined
  let gzip: Buffer | undefined
  return {
    plain,
    get br() {
      br ??= brotliCompressSync(plain)
      return br
    },
    get gzip() {
      gzip ??= gzipSync(plain, { level: 9 })
      return gzip
    },
  }
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
  const br = takes('br') ? body.br : undefined
  if (br) return { content: br, encoding: 'br' }
  const gzip = takes('gzip') ? body.gzip : undefined
  if (gzip) return { content: gzip, encoding: 'gzip' }
  return { content: body.plain }
}
