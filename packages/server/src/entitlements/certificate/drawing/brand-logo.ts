/** The logo of a brand as filled paths. Reads the form in which `brands/` keeps logos: paths and circles, at most one group. */

export interface LogoPath {
  readonly d: string
  readonly color: string
  /** translation and scale of the group that contains it */
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface BrandLogo {
  readonly width: number
  readonly height: number
  readonly paths: readonly LogoPath[]
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** undefined: the file has another form, and the certificate shows the name of the brand instead. */
export function parseLogo(svg: string): BrandLogo | undefined {
  const [, , , width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg) ?? []
  if (width === undefined || height === undefined) return undefined
  const paths: LogoPath[] = []
  let place = { x: 0, y: 0, scale: 1 }
  for (const [tag, name = ''] of svg.matchAll(/<\/?([a-z]+)\b[^>]*>/g)) {
    if (name === 'svg') continue
    if (name === 'g') {
      const [, x, y, scale] =
        /^translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)$/.exec(attribute(tag, 'transform') ?? '') ?? []
      if (tag.startsWith('</')) place = { x: 0, y: 0, scale: 1 }
      else if (x === undefined) return undefined
      else place = { x: Number(x), y: Number(y), scale: Number(scale) }
      continue
    }
    const color = attribute(tag, 'fill')
    const d = name === 'path' ? attribute(tag, 'd') : name === 'circle' ? circleOf(tag) : undefined
    if (d === undefined || color === undefined) return undefined
    paths.push({ d, color, ...place })
  }
  return { width: Number(width), height: Number(height), paths }
}

function circleOf(tag: string): string {
  const [x = 0, y = 0, r = 0] = ['cx', 'cy', 'r'].map(name => Number(attribute(tag, name) ?? 0))
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
}
