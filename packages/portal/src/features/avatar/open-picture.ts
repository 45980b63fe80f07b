/** Opens a chosen file for cropping: validates it, applies its orientation, and limits its size in memory. */
import type { HEADPIC_TYPES } from '@kerf/contract/endpoints/profile'
import { HEADPIC_MAX_BYTES } from '@kerf/contract/limits'

type PictureType = (typeof HEADPIC_TYPES)[number]

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

/** By the first bytes, like the server. */
export function pictureType(head: Uint8Array): PictureType | undefined {
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(head, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp'
  return undefined
}

/** The error that the server would return for the file, or undefined. */
export function fileError(size: number, head: Uint8Array): 'file_type' | 'file_size' | undefined {
  if (size > HEADPIC_MAX_BYTES) return 'file_size'
  return pictureType(head) ? undefined : 'file_type'
}

export interface Picture {
  /** source of the crop */
  readonly canvas: HTMLCanvasElement
  /** object URL of the same pixels; the caller revokes it */
  readonly url: string
}

export type OpenError = 'file_type' | 'file_size' | 'unreadable' | 'huge'

/** The uploaded picture is smaller, so larger pictures are scaled down first. */
const WORKING_SIDE_MAX_PX = 2048
export const MEGAPIXELS_MAX = 50
const HEADER_BYTES = 16

export async function openPicture(file: Blob): Promise<Picture | OpenError> {
  const head = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer())
  const error = fileError(file.size, head)
  if (error) return error
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await waitForLoad(image)
    // Read from the file's header before any pixel is decoded.
    if (image.naturalWidth * image.naturalHeight > MEGAPIXELS_MAX * 1e6) return 'huge'
    return await drawPicture(image)
  } catch {
    return 'unreadable'
  } finally {
    URL.revokeObjectURL(url)
  }
}

const waitForLoad = (image: HTMLImageElement) =>
  new Promise((resolve, reject) => {
    image.onload = resolve
    image.onerror = reject
  })

async function drawPicture(image: HTMLImageElement): Promise<Picture> {
  const { naturalWidth: width, naturalHeight: height } = image
  const scale = Math.min(1, WORKING_SIDE_MAX_PX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new TypeError('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return { canvas, url: URL.createObjectURL(await toBlob(canvas)) }
}

/** Encodes as WebP where the browser supports it, otherwise as PNG. Both keep transparency. */
export const toBlob = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new TypeError('no picture'))), 'image/webp', 0.92),
  )
