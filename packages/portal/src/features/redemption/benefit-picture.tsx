import { Drawing } from '../../ui/drawing/drawing.tsx'

/** A ticket, cut out. */
export const BenefitPicture = () => (
  <Drawing
    body="M14 24h52a4 4 0 0 1 4 4v6a6 6 0 0 0 0 12v6a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4v-6a6 6 0 0 0 0-12v-6a4 4 0 0 1 4-4Z"
    line="M52 30v20M58 34h6M58 40h6M58 46h4"
    beam="M24 41l6 6 12-14"
  />
)
