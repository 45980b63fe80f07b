/** A small PNG whose compressed text chunks unpack to gigabytes. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const CHUNKS = 100
const CHUNK_UNPACKED_BYTES = 50_000_000
/** Signature and header of a PNG. */
const HEAD_BYTES = 33

/** A PNG chunk: length, type, data, checksum. */
function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}

/** 4.9 MB that unpack to 5 GB. */
export async function drawTextBomb(): Promise<Buffer> {
  const side = 64
  const png = await sharp({ create: { width: side, height: side, channels: 3, background: '#c84' } })
    .png()
    .toBuffer()
  const unpacked = Buffer.alloc(CHUNK_UNPACKED_BYTES)
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(unpacked)])
  const chunks = Array.from({ length: CHUNKS }, () => pngChunk('zTXt', text))
  return Buffer.concat([png.subarray(0, HEAD_BYTES), ...chunks, png.subarray(HEAD_BYTES)])
}
