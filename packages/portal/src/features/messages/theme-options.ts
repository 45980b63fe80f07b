/**
 * Theme options of a host for the message center (S-114): a color, a picture for the empty list, and documented
 * variables. Values that do not match a strict pattern are dropped. Values are set one by one through the style object,
 * never concatenated into CSS text.
 */
import { safeLink } from '@kerf/contract/messages/message-markdown'
import { type RefObject, useLayoutEffect } from 'react'

export interface MessageTheme {
  /** hex color of buttons, links and markers */
  readonly color?: unknown
  /** https URL on an allowed origin */
  readonly emptyDataImg?: unknown
  /** values by the names in THEME_VARIABLES */
  readonly var?: unknown
}

/** The type of each variable and the design token that it sets. */
export const THEME_VARIABLES = {
  '--kerf-accent': ['color', '--accent'],
  '--kerf-accent-hover': ['color', '--accent-hover'],
  '--kerf-on-accent': ['color', '--on-accent'],
  '--kerf-accent-soft': ['color', '--accent-soft'],
  '--kerf-ground': ['color', '--ground'],
  '--kerf-surface': ['color', '--surface'],
  '--kerf-surface-hover': ['color', '--surface-hover'],
  '--kerf-line': ['color', '--line'],
  '--kerf-ink': ['color', '--ink'],
  '--kerf-ink-soft': ['color', '--ink-soft'],
  '--kerf-ink-faint': ['color', '--ink-faint'],
  '--kerf-radius': ['length', '--radius-m'],
  '--kerf-radius-large': ['length', '--radius-l'],
  '--kerf-text': ['length', '--text-md'],
  '--kerf-text-small': ['length', '--text-sm'],
} as const

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
const HEX_ALPHA = /^#(?:[\da-f]{4}|[\da-f]{8})$/i
const RGB = /^rgb\( ?(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:, ?(?:25[0-5]|2[0-4]\d|1?\d?\d)){2} ?\)$/
const LENGTH = /^(?:\d{1,2}(?:\.\d{1,3})?)(?:px|rem|em)$/

export const isHexColor = (value: unknown): value is string => typeof value === 'string' && HEX.test(value)
const isColor = (value: unknown): value is string =>
  typeof value === 'string' && (HEX.test(value) || HEX_ALPHA.test(value) || RGB.test(value))
const isLength = (value: unknown): value is string =>
  typeof value === 'string' && (value === '0' || LENGTH.test(value))

/** Black or white, whichever has the higher contrast on a hex color. */
function readableOn(hex: string): string {
  const digits = hex.length === 4 ? [...hex.slice(1)].map(digit => digit + digit).join('') : hex.slice(1)
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map(at => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff'
}

/** The tokens to set on the root of the message center. */
export function themeTokens(
  theme: MessageTheme | undefined,
): readonly (readonly [token: string, value: string])[] {
  const tokens: (readonly [string, string])[] = []
  const { color, var: given } = isRecord(theme) ? theme : {}
  if (isHexColor(color)) {
    tokens.push(
      ['--accent', color],
      ['--accent-hover', color],
      ['--focus', color],
      ['--on-accent', readableOn(color)],
    )
    // The host is responsible for contrast on the background: links keep the color of the surrounding text.
  }
  if (isRecord(given))
    for (const [name, [kind, token]] of Object.entries(THEME_VARIABLES)) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      if (kind === 'color' ? isColor(value) : isLength(value)) tokens.push([token, value as string])
    }
  return tokens
}

/** The host's picture for the empty list. The server still has to confirm that its origin is allowed. */
export const requestedPicture = (theme: MessageTheme | undefined): string | undefined =>
  isRecord(theme) ? safeLink(theme.emptyDataImg) : undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Applies a host's theme options to the root element and removes them when they change. */
export function useHostTheme(root: RefObject<HTMLElement | null>, theme: MessageTheme | undefined): void {
  useLayoutEffect(() => {
    const style = root.current?.style
    const tokens = themeTokens(theme)
    for (const [name, value] of tokens) style?.setProperty(name, value)
    return () => {
      for (const [name] of tokens) style?.removeProperty(name)
    }
  }, [root, theme])
}
