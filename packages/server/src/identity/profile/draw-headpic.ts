/** Converts an uploaded picture to an avatar: validated, decoded, rotated upright, cropped to a square, re-encoded (S-108). */
import { HEADPIC_TYPES } from '@kerf/contract/endpoints/profile'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

const FORMATS: ReadonlySet<string> = new Set(HEADPIC_TYPES.map(type => type.slice('image/'.length)))
const INPUT_SIDE_MAX_PX = 4096
const INPUT_PIXELS_MAX = 16_000_000
/** Twice the largest size shown, for high-density screens. */
const OUTPUT_SIDE_PX = 512
const DECODE_TIMEOUT_SECONDS = 2

/** One picture at a time, so that memory use does not grow with concurrent uploads. */
const oneAtATime = limitConcurrency(1, 10_000)

/** Checked first, so that the decoders of other formats never process untrusted bytes. */
function hasKnownSignature(bytes: Buffer): boolean {
  const at = (from: number, to: number): string => bytes.toString('latin1', from, to)
  return (
    at(0, 8) === '\x89PNG\r\n\x1a\n' ||
    at(0, 3) === '\xff\xd8\xff' ||
    (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP')
  )
}

/** Validates the header, before any pixel is decoded. */
async function assertAcceptedPicture(bytes: Buffer): Promise<void> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const about = await sharp(bytes, { failOn: 'error', limitInputPixels: INPUT_PIXELS_MAX })
    .metadata()
    .catch((error: Error) => {
      throw new ApiError(/pixel limit/i.test(error.message) ? 'file_size' : 'file_type')
    })
  // The format comes from the content: an SVG or GIF that claims to be a PNG is rejected.
  if (!about.format || !FORMATS.has(about.format)) throw new ApiError('file_type')
  const { width = 0, height = 0 } = about
  if (width === 0 || height === 0) throw new ApiError('file_type')
  if (width > INPUT_SIDE_MAX_PX || height > INPUT_SIDE_MAX_PX || width * height > INPUT_PIXELS_MAX)
    throw new ApiError('file_size')
}

/** Returns the first frame as a WebP of 512 × 512 pixels without metadata. Throws `file_type`, `file_size`. */
export async function drawHeadpic(bytes: Buffer): Promise<Buffer> {
  if (!hasKnownSignature(bytes)) throw new ApiError('file_type')
  return oneAtATime(async () => {
    await assertAcceptedPicture(bytes)
    const { default: sharp } = await import('sharp')
    return sharp(bytes, { failOn: 'error', limitInputPixels: INPUT_PIXELS_MAX, autoOrient: true })
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .resize(OUTPUT_SIDE_PX, OUTPUT_SIDE_PX, { fit: 'cover', position: 'centre' })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => {
        throw new ApiError('file_type')
      })
  })
}
