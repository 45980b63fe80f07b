import { Box, Drawing, Flat } from '../../ui/drawing/drawing.tsx'

/** The rating plate of a machine. The serial number is its marked line. */
export const RATING_PLATE_SCENE = (
  <>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-20-12h40v24h-40z" />
    <Box of="body" at={[-20, -12, 0]} size={[40, 24, 36]} />
    <Flat of="steel" on="left" at={[0, 12, 0]} d="M-15 5h30v26h-30z" />
    <Flat of="dark" on="left" at={[0, 12, 0]} d="M-11 27h13M-11 23h20" line={1.5} />
    <Flat of="accent" on="left" at={[0, 12, 0]} d="M-13 9h26v9h-26z" />
    <Flat
      of="on-accent"
      on="left"
      at={[0, 12, 0]}
      d="M-9.5 12v3M-7 12v3M-4 12v3M-1.5 12v3M1.5 12v3M4 12v3M7 12v3M9.5 12v3"
      line={1.5}
    />
  </>
)

export const RatingPlateDrawing = () => <Drawing>{RATING_PLATE_SCENE}</Drawing>
