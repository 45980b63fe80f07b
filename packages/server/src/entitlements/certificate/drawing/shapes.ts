/** What the layout of a certificate consists of. The PDF and the SVG render the same shapes. */
import { measureText, type TextStyle } from './fonts.ts'

/**
 * Meaning of a shape for screen readers. Consecutive shapes with the same tag are one element of the PDF's structure; shapes
 * without one are decoration.
 */
export interface Tag {
  readonly type: 'H1' | 'P' | 'Figure' | 'Link'
  /** BCP 47 */
  readonly language?: string
  /** describes a figure */
  readonly alt?: string
  /** target of a link, which covers `area` */
  readonly url?: string
  readonly area?: readonly [x: number, y: number, width: number, height: number]
}

export interface TextShape {
  readonly kind: 'text'
  readonly x: number
  /** baseline */
  readonly y: number
  readonly size: number
  readonly text: string
  readonly align: 'start' | 'middle'
  readonly color: string
  readonly style: TextStyle
  readonly tag?: Tag
}

export type Shape =
  | {
      readonly kind: 'line'
      readonly d: string
      readonly color: string
      readonly width: number
      readonly tag?: Tag
    }
  | {
      readonly kind: 'fill'
      readonly d: string
      readonly color: string
      /** translation and scale of `d` */
      readonly place?: { readonly x: number; readonly y: number; readonly scale: number }
      readonly tag?: Tag
    }
  | TextShape

/** Left end of a text. */
export const leftOf = ({ text, x, size, align, style }: TextShape): number =>
  align === 'middle' ? x - measureText(text, size, style) / 2 : x
