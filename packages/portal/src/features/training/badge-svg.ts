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

const ENGRAVED: Readonly<Record<CertificateCourse, string>> = {
  laser:
    'M104 62h32v26l-10 16h-12l-10-16ZM104 78h32M120 104v46M72 152h36M132 152h36M96 130l14 14M144 130l-14 14M86 116l10 6M154 116l-10 6M104 168h32M112 178h16',
  printer:
    'M78 166V74h84v92M70 172h100M78 96h84M110 90h20v16l-6 9h-8l-6-9ZM100 164h40M103 153h34M106 142h28M109 131h22M162 74q14-10 14 6v24',
  welder:
    'M164 66l-42 46l-12 -10l42 -46ZM120 112l-10 24M108 106q-22 8-34 26M70 150h42v10H70ZM120 150h50v10h-50ZM116 142l-18-10M116 142l20-6M112 144l-28 0M120 144l32 2',
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
