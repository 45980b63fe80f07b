import { describe, expect, test } from 'vitest'
import { badgeColors } from './badge-colors.ts'
import { badgeSvg, bakeBadge } from './badge-svg.ts'

const AMBER = '#8a5600'
const GREEN = '#0b7446'

const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

describe('badge', () => {
  test('has the colors of its brand only', () => {
    const colors = badgeColors(AMBER)
    for (const color of Object.values(colors)) {
      const [red = 0, green = 0, blue = 0] = channels(color)
      expect(red).toBeGreaterThan(green)
      expect(green).toBeGreaterThan(blue)
    }
    const used = new Set(badgeSvg('laser', AMBER).match(/#[0-9a-f]{6}/g))
    expect(used).toEqual(new Set(Object.values(colors)))
  })

  test.each([GREEN, AMBER, '#2350b8', '#8a2c78', '#808080', '#ffffff'])(
    'has a dark plate and light lines for the accent %s',
    accent => {
      const { dark, light, glow } = badgeColors(accent)
      expect(Math.max(...channels(dark))).toBeLessThan(70)
      expect(Math.max(...channels(light))).toBeLessThan(120)
      expect(Math.max(...channels(glow))).toBeGreaterThan(160)
    },
  )

  test('keeps the hue of the accent', () => {
    expect(badgeColors(GREEN)).toEqual({ dark: '#0d3a27', light: '#126340', glow: '#70f0b8' })
  })

  test('holds the credential right after its root', () => {
    const baked = bakeBadge('printer', AMBER, 'a.b.c')
    expect(baked).toContain('<openbadges:credential verify="a.b.c"></openbadges:credential><defs>')
    expect(
      baked.replace(/<openbadges:credential.*?><\/openbadges:credential>| xmlns:openbadges="[^"]*"/g, ''),
    ).toBe(badgeSvg('printer', AMBER))
  })
})
