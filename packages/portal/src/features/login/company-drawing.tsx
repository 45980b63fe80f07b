import { Box, Drawing, Flat } from '../../ui/drawing/drawing.tsx'

/** The house of a company. */
export const CompanyDrawing = () => (
  <Drawing>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-18-16h38v30h-38z" />
    <Box of="body" at={[-18, -16, 0]} size={[20, 30, 34]} />
    <Flat of="accent" on="left" at={[-18, 14, 0]} d="M4 25h12v5H4zM4 16h12v5H4zM4 7h12v5H4z" />
    <Flat of="accent" on="right" at={[2, 0, 0]} d="M-12 25h22v5h-22z" />
    <Box of="wood" at={[2, -12, 0]} size={[18, 26, 18]} />
    <Flat of="dark" on="left" at={[2, 14, 0]} d="M6 0h6v11H6z" />
    <Flat of="accent" on="right" at={[20, 0, 0]} d="M-8 8h18v5h-18z" />
  </Drawing>
)
