/** The safety badge as a standalone SVG document: the seal of the certificate, cut and engraved into a plate. */
import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import { badgeColors } from './badge-colors.ts'

const polar = (r: number, turn: number): string => {
  const angle = 2 * Math.PI * turn
  return `${(120 + r * Math.sin(angle)).toFixed(2)} ${(120 - r * Math.cos(angle)).toFixed(2)}`
}

/** The outline: twelve finger joints around the rim. */
function rim(): string {
  const points: string[] = []
  for (let i = 0; i < 12; i++) {
    const from = i / 12
    points.push(
      polar(112, from + 0.012),
      polar(112, from + 0.05),
      polar(103, from + 0.054),
      polar(103, from + 0.0793),
    )
  }
  return `M${points.join('L')}Z`
}

/** The guilloche of the certificate's seal: waves around a circle, each a step further turned. */
function guilloche(): string {
  const curves = 8
  const steps = 144
  return Array.from({ length: curves }, (_, curve) => {
    const points = Array.from({ length: steps }, (_, i) =>
      polar(86 + 9 * Math.sin((36 * Math.PI * i) / steps + (2 * Math.PI * curve) / curves), i / steps),
    )
    return `M${points.join('L')}Z`
  }).join('')
}

/** The machine of the course: that on the seal of the certificate (`ornaments.ts` of the server), moved into the badge. */
const ENGRAVED: Readonly<Record<CertificateCourse, string>> = {
  laser:
    'M105 77h30v22l-9 13h-12l-9 -13ZM105 91h30M120 112V155M78 158H111M129 158H162M100 137l12 12M140 137l-12 12',
  printer:
    'M84 159V79H156V159M76 163H164M84 101H156M111 95h18v15l-6 8h-6l-6 -8ZM100 153h40M103 143h34M106 133h28',
  welder:
    'M160 77l-34 40l-10 -8l34 -40M126 117l-8 22M116 109l-20 14M76 157H114v8H76ZM122 157H164v8H122ZM118 145l-14 -8M118 145l14 -4M116 147l-22 2M120 147l24 4',
}

/**
 * Puts a credential into the badge (Open Badges 3.0, section "SVG baking"): platforms that know the standard read it from the
 * file. `credential`: a compact JWS, which contains no character that XML escapes.
 */
export const bakeBadge = (course: CertificateCourse, accent: string, credential: string): string =>
  badgeSvg(course, accent).replace(
    /^<svg ([^>]*)>/,
    `<svg xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" $1><openbadges:credential verify="${credential}"></openbadges:credential>`,
  )

/** `accent`: of the brand, `#rrggbb`. */
export function badgeSvg(course: CertificateCourse, accent: string): string {
  const { dark, light, glow } = badgeColors(accent)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240">` +
    `<defs><linearGradient id="p" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${dark}"/><stop offset="1" stop-color="${light}"/></linearGradient>` +
    `<radialGradient id="g" cx=".5" cy=".62" r=".5"><stop offset="0" stop-color="${glow}" stop-opacity=".5"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs>` +
    `<path d="${rim()}" fill="url(#p)" stroke="${glow}" stroke-width="1.5" stroke-linejoin="round"/>` +
    `<circle cx="120" cy="120" r="98" fill="none" stroke="${glow}" stroke-width="1.5"/><path d="${guilloche()}" fill="none" stroke="${glow}" stroke-width=".6" opacity=".85"/>` +
    `<circle cx="120" cy="120" r="75" fill="${dark}" stroke="${glow}" stroke-width="2"/><circle cx="120" cy="120" r="75" fill="url(#g)"/>` +
    `<path d="${ENGRAVED[course]}" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  )
}
