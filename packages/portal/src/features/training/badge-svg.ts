/** The safety badge as a standalone SVG document: a cut and engraved plate. */
import type { CertificateCourse } from '@kerf/contract/endpoints/training'

const COLORS: Readonly<Record<CertificateCourse, readonly [string, string, string]>> = {
  laser: ['#0d3b2a', '#12633f', '#6ff0b4'],
  printer: ['#12294a', '#1c4f86', '#8fd0ff'],
}

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

const ticks = (): string =>
  Array.from({ length: 72 }, (_, i) => `M${polar(i % 6 === 0 ? 84 : 88, i / 72)}L${polar(92, i / 72)}`).join(
    '',
  )

const ENGRAVED: Readonly<Record<CertificateCourse, string>> = {
  laser:
    'M104 62h32v26l-10 16h-12l-10-16ZM104 78h32M120 104v46M72 152h36M132 152h36M96 130l14 14M144 130l-14 14M86 116l10 6M154 116l-10 6M104 168h32M112 178h16',
  printer:
    'M78 166V74h84v92M70 172h100M78 96h84M110 90h20v16l-6 9h-8l-6-9ZM100 164h40M103 153h34M106 142h28M109 131h22M162 74q14-10 14 6v24',
}

/**
 * Puts a credential into the badge (Open Badges 3.0, section "SVG baking"): platforms that know the standard read it from the
 * file. `credential`: a compact JWS, which contains no character that XML escapes.
 */
export const bakeBadge = (course: CertificateCourse, credential: string): string =>
  badgeSvg(course).replace(
    /^<svg ([^>]*)>/,
    `<svg xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" $1><openbadges:credential verify="${credential}"></openbadges:credential>`,
  )

export function badgeSvg(course: CertificateCourse): string {
  const [dark, light, glow] = COLORS[course]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240">` +
    `<defs><linearGradient id="p" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${dark}"/><stop offset="1" stop-color="${light}"/></linearGradient>` +
    `<radialGradient id="g" cx=".5" cy=".62" r=".5"><stop offset="0" stop-color="${glow}" stop-opacity=".5"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs>` +
    `<path d="${rim()}" fill="url(#p)" stroke="${glow}" stroke-width="1.5" stroke-linejoin="round"/>` +
    `<circle cx="120" cy="120" r="96" fill="none" stroke="${glow}" stroke-width="1.5"/><path d="${ticks()}" stroke="${glow}" stroke-width="1.2" opacity=".8"/>` +
    `<circle cx="120" cy="120" r="78" fill="${dark}" stroke="${glow}" stroke-width="2"/><circle cx="120" cy="120" r="78" fill="url(#g)"/>` +
    `<path d="${ENGRAVED[course]}" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path d="M52 74A82 82 0 0 1 100 41" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".35"/></svg>`
  )
}
