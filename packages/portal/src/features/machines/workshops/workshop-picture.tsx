import { Drawing } from '../../../ui/drawing/drawing.tsx'

/** Drawing of a workshop. */
export const WorkshopPicture = () => (
  <Drawing
    body="M12 66V36l14-9v9l14-9v9l14-9v9l14-9v39Z"
    line="M32 66V52h16v14M20 46h8M52 46h8"
    beam="M36 59h8"
  />
)
