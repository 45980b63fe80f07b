/** The colors of the safety badge: shades of the brand's accent. */

export interface BadgeColors {
  /** the plate */
  readonly dark: string
  /** the plate where light falls on it */
  readonly light: string
  /** the engraved lines */
  readonly glow: string
}

/** The accent of `tokens.css`, for pages without a brand's style. */
const DEFAULT_ACCENT = '#0b7446'
const HEX = /#[0-9a-f]{6}/i

/** Shades in which white lines stand out, whatever the accent. `accent`: `#rrggbb`. */
export function badgeColors(accent: string): BadgeColors {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(accent.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ]
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  const sum = 2 * most - range
  const saturation = range === 0 ? 0 : range / (sum > 1 ? 2 - sum : sum)
  const sector =
    range === 0
      ? 0
      : most === red
        ? (green - blue) / range
        : most === green
          ? 2 + (blue - red) / range
          : 4 + (red - green) / range
  const shade = (share: number, lightness: number) =>
    hexOf((sector * 60 + 360) % 360, saturation * share, lightness)
  return { dark: shade(0.77, 0.14), light: shade(0.83, 0.23), glow: shade(0.98, 0.69) }
}

/** CSS Color Module Level 4, section "Converting HSL Colors to sRGB". */
function hexOf(hue: number, saturation: number, lightness: number): string {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const value =
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** The page's brand has written its accent into the style: of a `light-dark()` value, the light one. */
export const brandAccent = (): string =>
  HEX.exec(getComputedStyle(document.documentElement).getPropertyValue('--brand-accent'))?.[0] ??
  DEFAULT_ACCENT
