import { Box, Drawing, Flat, type Material } from '../../ui/drawing/drawing.tsx'

/** A bubble, a star, a bell and a light bulb. */
const SIGNS = [
  { d: 'M-13-9h26v14h-14l-6 6v-6h-6z', sheet: 'wood' },
  { d: 'M0-12L2.9-4L11.4-3.7L4.8 1.5L7.1 9.7L0 5L-7.1 9.7L-4.8 1.5L-11.4-3.7L-2.9-4z', sheet: 'steel' },
  { d: 'M-11 5c4-3 2-7 4-11a7 7 0 0 1 14 0c2 4 0 8 4 11zM-4 7.5h8a4 4 0 0 1-8 0z', sheet: 'wood' },
  { d: 'M-4.5 5V2.6a8 8 0 1 1 9 0V5zM-4 7h8v3.5h-8z', sheet: 'steel' },
] as const satisfies readonly { d: string; sheet: Material }[]

/**
 * A sign that is cut out of a sheet and lifts off, in place of a picture. Announcements have no categories: the running number
 * in the id decides, so that neighbors differ.
 */
export function AnnouncementDrawing({ id }: { id: string }) {
  const { d, sheet } = SIGNS[Number(id.replace(/\D/g, '')) % SIGNS.length] ?? SIGNS[0]
  return (
    <Drawing>
      <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-22-22h44v44h-44z" />
      <Box of={sheet} at={[-22, -22, 0]} size={[44, 44, 4]} />
      <Flat of="dark" on="sign" at={[0, 0, 4]} d={d} />
      <Flat of="accent" on="sign" at={[0, 0, 20]} d={d} />
      <Flat of="right" on="sign" at={[0, 0, 20]} d={d} />
      <Flat of="accent" on="sign" at={[0, 0, 23]} d={d} />
    </Drawing>
  )
}
