import { Box, Drawing, Flat, Shape } from '../../../ui/drawing/drawing.tsx'

const GABLE = 'M0 0h20v10z'

/** One tooth of the roof, with its glass to the right. */
const Roof = ({ x }: { x: number }) => (
  <>
    <Shape
      of="wood"
      points={[
        [x, -15, 15],
        [x + 20, -15, 25],
        [x + 20, 15, 25],
        [x, 15, 15],
      ]}
    />
    <Flat of="accent" on="right" at={[x + 20, 0, 15]} d="M-15 0h30v10h-30z" />
    <Flat of="body" on="left" at={[x, 15, 15]} d={GABLE} />
    <Flat of="left" on="left" at={[x, 15, 15]} d={GABLE} />
  </>
)

/** A hall with a saw-tooth roof. */
export const WORKSHOP_SCENE = (
  <>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-20-15h40v30h-40z" />
    <Box of="body" at={[-20, -15, 0]} size={[40, 30, 15]} />
    <Roof x={-20} />
    <Roof x={0} />
    <Flat of="dark" on="left" at={[0, 15, 0]} d="M-14 0h14v11h-14z" />
    <Flat of="dark" on="left" at={[0, 15, 0]} d="M6 5h9v6h-9z" />
  </>
)

/** Drawing of a workshop. */
export const WorkshopPicture = () => <Drawing>{WORKSHOP_SCENE}</Drawing>
