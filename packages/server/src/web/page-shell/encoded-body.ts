/** A response body with its compressed versions. */
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface EncodedBody {
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

/**
 * Compresses a version when it is requested and `admits` allows it; until then it is undefined, and the plain version is sent.
 * Medium effort, which takes half a millisecond for a page.
 */
export function encodeOnDemand(text: string, admits: () => boolean): EncodedBody {
  const plain = Buffer.from(text)
  let br: Buffer | undefined
  let gzip: Buffer | undefined
  return {
    plain,
    get br() {
      if (br === undefined && admits()) {
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 5,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        }
        br = brotliCompressSync(plain, { params })
      }
      return br
    },
    get gzip() {
      if (gzip === undefined && admits()) gzip = gzipSync(plain, { level: 6 })
      return gzip
    },
  }
}

/** Makes the versions that are not held, with maximum effort, when they are first requested. */
function completeLazily(held: { plain?: Buffer; br?: Buffer; gzip?: Buffer }): EncodedBody {
  return {
    get plain() {
      held.plain ??= brotliDecompressSync(held.br ?? '')
      return held.plain
    },
    get br() {
      held.br ??= brotliCompressSync(this.plain)
      return held.br
    },
    get gzip() {
      held.gzip ??= gzipSync(this.plain, { level: 9 })
      return held.gzip
    },
  }
}

/** For bodies that do not change. */
export const encodeLazily = (plain: Buffer): EncodedBody => completeLazily({ plain })

/** Holds the smallest version only. Browsers over https never request the others. */
export const decodeLazily = (br: Buffer): EncodedBody => completeLazily({ br })

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

export function sendEncoded(request: FastifyRequest, reply: FastifyReply, body: EncodedBody): FastifyReply {
  const { content, encoding } = negotiateEncoding(body, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(content)
}
