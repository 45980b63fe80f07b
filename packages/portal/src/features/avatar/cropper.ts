/** The cropper with its style sheet; it would otherwise write one into the page, which the policy forbids. */
import type { ComponentType } from 'react'
import EasyCrop, { type CropperProps } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'

// Its types are those of a CommonJS module, whose default lies one level deeper than the one that is bundled.
export const Cropper = EasyCrop as unknown as ComponentType<Partial<CropperProps>>
