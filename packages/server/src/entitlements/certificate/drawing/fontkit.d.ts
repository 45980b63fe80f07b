/** Types of the parts of fontkit that are used here; the package has none. */
declare module 'fontkit' {
  export interface Path {
    toSVG(): string
  }
  export interface Glyph {
    readonly id: number
    readonly path: Path
  }
  export interface GlyphPosition {
    readonly xAdvance: number
    readonly yAdvance: number
    readonly xOffset: number
    readonly yOffset: number
  }
  export interface GlyphRun {
    readonly glyphs: readonly Glyph[]
    readonly positions: readonly GlyphPosition[]
    readonly advanceWidth: number
  }
  export interface Font {
    readonly unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, features?: readonly string[]): GlyphRun
  }
  export function openSync(path: string): Font
}
