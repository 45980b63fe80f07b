/**
 * Entry module of the process that decodes uploaded pictures. A picture is untrusted input for a native library: a few megabytes
 * can cost minutes and gigabytes. This process ends itself at its limits, so it can do harm to nothing else (S-111).
 */
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import sharp from 'sharp'

export interface PictureRequest {
  readonly bytes: Uint8Array
}

export type PictureResult = { readonly picture: Uint8Array } | { readonly error: 'file_type' | 'file_size' }

const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp'])
const INPUT_SIDE_MAX_PX = 4096
const INPUT_PIXELS_MAX = 16_000_000
/** Twice the largest size shown, for high-density screens. */
const OUTPUT_SIDE_PX = 512
const CPU_MAX_MICROSECONDS = 2_000_000
const MEMORY_MAX_BYTES = 256 * 1024 * 1024
const WATCH_INTERVAL_MS = 10
/** Requests of people go first. */
const PRIORITY = 10

sharp.cache(false)
sharp.concurrency(1)

/** The first frame as a WebP of 512 × 512 pixels, upright and without metadata. */
async function drawPicture(bytes: Uint8Array): Promise<PictureResult> {
  const options = { failOn: 'error', limitInputPixels: INPUT_PIXELS_MAX } as const
  try {
    const { format, width = 0, height = 0 } = await sharp(bytes, options).metadata()
    // The format comes from the content: an SVG or GIF that claims to be a PNG is rejected.
    if (!format || !FORMATS.has(format) || width === 0 || height === 0) return { error: 'file_type' }
    if (width > INPUT_SIDE_MAX_PX || height > INPUT_SIDE_MAX_PX || width * height > INPUT_PIXELS_MAX)
      return { error: 'file_size' }
    const picture = await sharp(bytes, { ...options, autoOrient: true })
      .resize(OUTPUT_SIDE_PX, OUTPUT_SIDE_PX, { fit: 'cover', position: 'centre' })
      .webp({ quality: 82 })
      .toBuffer()
    return { picture }
  } catch (error) {
    return { error: /pixel limit/i.test((error as Error).message) ? 'file_size' : 'file_type' }
  }
}

/** The library works in threads of its own, so this timer fires while it does. */
function watchLimits(): () => void {
  const start = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    // SIGKILL: `process.exit` would wait for the library's threads.
    if (user + system > CPU_MAX_MICROSECONDS || process.memoryUsage.rss() > MEMORY_MAX_BYTES)
      process.kill(process.pid, 'SIGKILL')
  }, WATCH_INTERVAL_MS)
  return () => clearInterval(timer)
}

try {
  setPriority(PRIORITY)
} catch {
  // A system call filter, such as one of systemd, may forbid it: pictures are decoded all the same.
}
// Linux: without memory left, the kernel ends this process and not the server.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async ({ bytes }: PictureRequest) => {
  const stopWatching = watchLimits()
  const result = await drawPicture(bytes)
  stopWatching()
  process.send?.(result)
})
