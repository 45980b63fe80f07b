/** Contrast of texts as the browser renders them (WCAG 2.2, "contrast ratio"). */

type Rgba = readonly [number, number, number, number]

const canvas = new OffscreenCanvas(1, 1)

/** Any CSS color as red, green, blue and alpha from 0 to 255. */
function parseColor(color: string): Rgba {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data
  return [r, g, b, a]
}

const luminance = ([r, g, b]: Rgba): number => {
  const [x = 0, y = 0, z = 0] = [r, g, b].map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * x + 0.7152 * y + 0.0722 * z
}

/** The color of `element` against the first opaque background behind it. */
export function contrastOf(element: Element): { ratio: number; color: string; ground: string } {
  const { color } = getComputedStyle(element)
  let ground = 'rgb(255, 255, 255)'
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (parseColor(backgroundColor)[3] === 255) {
      ground = backgroundColor
      break
    }
  }
  const [a, b] = [luminance(parseColor(color)), luminance(parseColor(ground))]
  return { ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), color, ground }
}
