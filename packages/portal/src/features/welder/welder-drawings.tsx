import { Box, Drawing, Flat } from '../../ui/drawing/drawing.tsx'

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
