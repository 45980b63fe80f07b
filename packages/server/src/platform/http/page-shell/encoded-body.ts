/** A response body with its compressed versions. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export interface EncodedBody {
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

/** Compresses immediately with medium effort, which takes half a millisecond for a page. For bodies created per request. */
export function encodeEagerly(text: string): EncodedBody {
  const plain = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return { plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain, { level: 6 }) }
}

/** Compresses with maximum effort when a version is first requested. For bodies that do not change. */
export function encodeLazily(plain: Buffer): EncodedBody {
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

/** Returns the smallest version that the Accept-Encoding header allows. A quality of 0 excludes an encoding. */
export function negotiateEncoding(
  body: EncodedBody,
  accepted: string | undefined,
): { content: Buffer; encoding?: 'br' | 'gzip' } {
  const accepts = (name: string) =>
    new RegExp(`(?:^|[\\s,])${name}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))\\s*(?:[;,]|$)`, 'i').test(
      accepted ?? '',
    )
  const br = accepts('br') ? body.br : undefined
  if (br) return { content: br, encoding: 'br' }
  const gzip = accepts('gzip') ? body.gzip : undefined
  if (gzip) return { content: gzip, encoding: 'gzip' }
  return { content: body.plain }
}
