import { Box, Drawing, Flat } from '../../ui/drawing/drawing.tsx'

/** The rating plate of a welder. The serial number is its marked line. */
export const RatingPlateDrawing = () => (
  <Drawing>
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
  </Drawing>
)

/** The screen of a welder. The password goes into its marked field. */
export const WelderScreenDrawing = () => (
  <Drawing>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-20-10h40v20h-40z" />
    <Box of="body" at={[-20, -10, 0]} size={[40, 20, 36]} />
    <Flat of="tool" on="left" at={[0, 0, 36]} d="M-9 0v5h18v-5" line={3} />
    <Flat of="dark" on="left" at={[0, 10, 0]} d="M-16 8h32v23h-32z" />
    <Flat of="accent" on="left" at={[0, 10, 0]} d="M-13 15h26v9h-26z" />
    <Flat
      of="on-accent"
      on="left"
      at={[0, 10, 19.5]}
      d="M-10.5 0h.1M-7.7 0h.1M-4.9 0h.1M-2.1 0h.1M2.1 0h.1M4.9 0h.1M7.7 0h.1M10.5 0h.1"
      line={2}
    />
    <Flat of="tool" on="left" at={[0, 10, 0]} d="M-10 4h.1M-3 4h.1M4 4h.1" line={3} />
  </Drawing>
)
