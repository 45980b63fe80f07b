/** What a camera sees in tests: QR codes, drawn without any program for videos. */
import { writeFileSync } from 'node:fs'
import QRCode from 'qrcode'

/** The cells of a QR code, row by row. */
function cellsOf(text: string): { readonly size: number; readonly isDark: readonly boolean[] } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, isDark: Array.from(modules.data, cell => cell !== 0) }
}

const WIDTH = 480
const HEIGHT = 360
const FRAMES_PER_SECOND = 4
const SECONDS_PER_TEXT = 4
const BLACK = 16
const WHITE = 235
/** of the color planes: no color */
const GRAY = 128

function frameOf(text: string): Buffer {
  const { size, isDark } = text === '' ? { size: 1, isDark: [] } : cellsOf(text)
  const cell = Math.floor(HEIGHT / (size + 8))
  const [left, top] = [WIDTH, HEIGHT].map(length => Math.floor((length - size * cell) / 2)) as [
    number,
    number,
  ]
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (const [index, dark] of isDark.entries()) {
    if (!dark) continue
    const [row, column] = [Math.floor(index / size), index % size]
    for (let y = 0; y < cell; y++) {
      const start = (top + row * cell + y) * WIDTH + left + column * cell
      luma.fill(BLACK, start, start + cell)
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, GRAY)])
}

/**
 * Writes a video (YUV4MPEG2) that shows the QR codes of the texts one after the other, and nothing for an empty one, for Chromium's
 * `--use-file-for-fake-video-capture`. Chromium reads the file each time that a page opens the camera.
 */
export function writeCameraVideo(file: string, ...texts: readonly string[]): void {
  const frames = texts.flatMap(text =>
    new Array<Buffer>(FRAMES_PER_SECOND * SECONDS_PER_TEXT).fill(frameOf(text)),
  )
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420\n`
  writeFileSync(file, Buffer.concat([Buffer.from(header), ...frames]))
}

type Cells = ReturnType<typeof cellsOf>

/** Runs in the page: `getUserMedia` answers with a camera that sees the code. */
function replaceCamera(seen: Cells | 'refused' | null): void {
  const getUserMedia = async (): Promise<MediaStream> => {
    if (seen === null) return new Promise<never>(() => {})
    if (seen === 'refused') throw new DOMException('refused', 'NotAllowedError')
    const { size, isDark } = seen
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const context = canvas.getContext('2d')
    const cell = Math.floor(320 / size)
    const draw = () => {
      if (!context) return
      context.fillStyle = '#f4f2ee'
      context.fillRect(0, 0, 640, 480)
      context.fillStyle = '#1c1a17'
      for (const [index, dark] of isDark.entries())
        if (dark)
          context.fillRect(160 + (index % size) * cell, 80 + Math.floor(index / size) * cell, cell, cell)
    }
    draw()
    setInterval(draw, 100)
    return canvas.captureStream(10)
  }
  // Engines without a camera have no `mediaDevices`.
  if ('mediaDevices' in navigator) navigator.mediaDevices.getUserMedia = getUserMedia
  else Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
}

/** Script for a new document, which gets a camera that sees this QR code; undefined: one that never starts; `refused`: none. */
export const cameraScript = (sees: string | 'refused' | undefined): string =>
  `(${replaceCamera})(${JSON.stringify(sees === undefined ? null : sees === 'refused' ? sees : cellsOf(sees))})`
