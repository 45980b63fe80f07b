import { Box, Drawing, Flat, type Material } from '../../ui/drawing/drawing.tsx'

/** A bubble, a star, a bell and a light bulb. */
const SIGNS = [
  { d: 'M-13-9h26v14h-14l-6 6v-6h-6z', sheet: 'wood' },
  { d: 'M0-12L2.9-4L11.4-3.7L4.8 1.5L7.1 9.7L0 5L-7.1 9.7L-4.8 1.5L-11.4-3.7L-2.9-4z', sheet: 'steel' },
  { d: 'M-11 5c4-3 2-7 4-11a7 7 0 0 1 14 0c2 4 0 8 4 11zM-4 7.5h8a4 4 0 0 1-8 0z', sheet: 'wood' },
  { d: 'M-4.5 5V2.6a8 8 0 1 1 9 0V5zM-4 7h8v3.5h-8z', sheet: 'steel' },
] as const satisfies readonly { d: string; sheet: Material }[]

/**
 * A sign that is cut out of a sheet, and stands upright above its hole, in place of a picture. Announcements have no categories: the
 * running number in the id decides, so that neighbors differ.
 */
export function AnnouncementDrawing({ id }: { id: string }) {
  const { d, sheet } = SIGNS[Number(id.replace(/\D/g, '')) % SIGNS.length] ?? SIGNS[0]
  return (
    <Drawing isWide>
      <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-19-19h38v38h-38z" />
      <Box of={sheet} at={[-19, -19, 0]} size={[38, 38, 4]} />
      <Flat of="right" on="sign" at={[0, 0, 4]} d={d} />
      <Flat of="accent" on="front" at={[0, 0, 24]} d={d} />
      <Flat of="right" on="front" at={[0, 0, 24]} d={d} />
      <Flat of="accent" on="front" at={[0, 0, 26]} d={d} />
    </Drawing>
  )
}
