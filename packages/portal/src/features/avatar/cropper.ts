/** The cropper with its style sheet. The CSP blocks the one that the library would inject. */
import type { ComponentType } from 'react'
import EasyCrop, { type CropperProps } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'

// The library's types describe its CommonJS build, whose default export is nested one level deeper.
export const Cropper = EasyCrop as unknown as ComponentType<Partial<CropperProps>>
