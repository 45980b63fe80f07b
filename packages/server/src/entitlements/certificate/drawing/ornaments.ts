/** Line art of the certificate, as SVG paths: the frame and the seal. */
import type { CertificateCourse } from '@kerf/contract/endpoints/training'

const round = (value: number): number => Math.round(value * 100) / 100
const toPath = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`

/** A rectangular frame of finger joints, as a laser-cut box has them. `depth` 0: a plain frame. */
export function fingerJointFrame(
  { width, height }: { readonly width: number; readonly height: number },
  { inset, finger, depth }: { readonly inset: number; readonly finger: number; readonly depth: number },
): string {
  const right = width - inset
  const bottom = height - inset
  const side = (length: number): { count: number; step: number } => {
    const count = Math.floor(length / finger / 2) * 2 + 1
    return { count, step: length / count }
  }
  const across = side(right - inset)
  const down = side(bottom - inset)
  const points: [number, number][] = []
  for (let i = 0; i < across.count; i++) {
    const y = i % 2 === 0 ? inset : inset + depth
    points.push([inset + i * across.step, y], [inset + (i + 1) * across.step, y])
  }
  for (let i = 0; i < down.count; i++) {
    const x = i % 2 === 0 ? right : right - depth
    points.push([x, inset + i * down.step], [x, inset + (i + 1) * down.step])
  }
  for (let i = across.count - 1; i >= 0; i--) {
    const y = i % 2 === 0 ? bottom : bottom - depth
    points.push([inset + (i + 1) * across.step, y], [inset + i * across.step, y])
  }
  for (let i = down.count - 1; i >= 0; i--) {
    const x = i % 2 === 0 ? inset : inset + depth
    points.push([x, inset + (i + 1) * down.step], [x, inset + i * down.step])
  }
  return toPath(points)
}

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** A guilloche: waves around a circle, each a step further turned, as banknotes and engraved certificates have them. */
function guilloche(x: number, y: number, r: number, amplitude: number, curves: number): string {
  const waves = 18
  const steps = 216
  return Array.from({ length: curves }, (_, curve) =>
    toPath(
      Array.from({ length: steps }, (_, i) => {
        const angle = (2 * Math.PI * i) / steps
        const at = r + amplitude * Math.sin(waves * angle + (2 * Math.PI * curve) / curves)
        return [x + at * Math.sin(angle), y - at * Math.cos(angle)] as const
      }),
    ),
  ).join('')
}

/** Twelve finger joints around (`x`, `y`), as the plate of the badge has them. */
function fingerJointRim(x: number, y: number, outer: number, inner: number): string {
  const polar = (r: number, turn: number) => {
    const angle = 2 * Math.PI * turn
    return [x + r * Math.sin(angle), y - r * Math.cos(angle)] as const
  }
  return toPath(
    Array.from({ length: 12 }, (_, joint) => {
      const from = joint / 12
      return [
        polar(outer, from + 0.012),
        polar(outer, from + 0.05),
        polar(inner, from + 0.054),
        polar(inner, from + 0.0793),
      ]
    }).flat(),
  )
}

/** The machine of the course around (`x`, `y`), 100 points high. The badge of the portal (`badge-svg.ts`) shows the same one. */
const MACHINES: Readonly<Record<CertificateCourse, (x: number, y: number) => string>> = {
  laser: (x, y) =>
    `M${x - 15} ${y - 46}h30v22l-9 13h-12l-9 -13ZM${x - 15} ${y - 32}h30M${x} ${y - 11}V${y + 32}M${x - 42} ${y + 35}H${x - 9}M${x + 9} ${y + 35}H${x + 42}M${x - 20} ${y + 14}l12 12M${x + 20} ${y + 14}l-12 12`,
  printer: (x, y) =>
    `M${x - 36} ${y + 36}V${y - 44}H${x + 36}V${y + 36}M${x - 44} ${y + 40}H${x + 44}M${x - 36} ${y - 22}H${x + 36}M${x - 9} ${y - 28}h18v15l-6 8h-6l-6 -8ZM${x - 20} ${y + 30}h40M${x - 17} ${y + 20}h34M${x - 14} ${y + 10}h28`,
  // The hand piece, its sparks on two sheets.
  welder: (x, y) =>
    `M${x + 40} ${y - 46}l-34 40l-10 -8l34 -40M${x + 6} ${y - 6}l-8 22M${x - 4} ${y - 14}l-20 14M${x - 44} ${y + 34}H${x - 6}v8H${x - 44}ZM${x + 2} ${y + 34}H${x + 44}v8H${x + 2}ZM${x - 2} ${y + 22}l-14 -8M${x - 2} ${y + 22}l14 -4M${x - 4} ${y + 24}l-22 2M${x} ${y + 24}l24 4`,
}

export interface Seal {
  /** thin lines */
  readonly fine: string
  readonly rings: string
  readonly machine: string
}

/** The seal around (`x`, `y`): 208 points wide. */
export const sealOf = (x: number, y: number, course: CertificateCourse): Seal => ({
  fine: guilloche(x, y, 84, 9, 10),
  rings: circle(x, y, 72) + circle(x, y, 68) + circle(x, y, 95.5) + fingerJointRim(x, y, 104, 98),
  machine: MACHINES[course](x, y + 3),
})
