import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { Box, Drawing, Flat } from '../../ui/drawing/drawing.tsx'

type Kind = 'laser' | 'printer' | 'welder' | 'other'

/** Product lines are named by the operator of the portal; the first words that match decide. */
const kindOf = (line: string): Kind =>
  /weld/i.test(line)
    ? 'welder'
    : /print/i.test(line)
      ? 'printer'
      : /laser|cut/i.test(line)
        ? 'laser'
        : 'other'

const NAMES = {
  laser: m.machines_picture_laser,
  printer: m.machines_picture_printer,
  welder: m.machines_picture_welder,
  other: m.machines_picture_other,
} as const

export const kindName = (line: string): string => NAMES[kindOf(line)]()

/** How the serial number ends, to compare with the label. */
export const serialNumberEnd = (sn: string): string => m.machines_sn_end({ end: sn.slice(-6) })

/** Title of the machine where its serial number is shown too: the name that its people gave it, or its kind. */
export const machineTitle = ({ name, line }: { name: string; line: string }): string => name || kindName(line)

/** The same where its serial number is not shown: a machine without a name has the number's end in the title. */
export const machineName = ({ name, line, sn }: { name: string; line: string; sn?: string }): string =>
  name || (sn ? m.machines_unnamed({ kind: kindName(line), end: sn.slice(-6) }) : kindName(line))

/** A sheet of wood under the beam of a portal. */
const laser = (
  <>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-21-19h42v38h-42z" />
    <Box of="body" at={[-21, -19, 0]} size={[42, 38, 9]} />
    <Box of="wood" at={[-17, -15, 9]} size={[34, 30, 2]} />
    <Flat of="dark" on="top" at={[2, 2, 11]} d="M0-8a8 8 0 1 1 -8 8" line={2} />
    <Box of="tool" at={[-21, -11, 9]} size={[4, 6, 19]} />
    <Box of="tool" at={[-21, -11, 24]} size={[42, 6, 5]} />
    <Box of="tool" at={[17, -11, 9]} size={[4, 6, 15]} />
    <Flat of="accent" on="left" at={[0, -6, 0]} d="M1 11h2v10h-2z" />
    <Box of="accent" at={[-3, -8, 20]} size={[10, 7, 12]} />
  </>
)

/** A cabinet with a window, a part on its bed, and the spool on top. */
const printer = (
  <>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-15-15h30v30h-30z" />
    <Box of="body" at={[-15, -15, 0]} size={[30, 30, 34]} />
    <Flat of="dark" on="left" at={[0, 15, 0]} d="M-12 4h24v25h-24z" />
    <Flat of="body" on="left" at={[0, 15, 0]} d="M-12 4h24v10h-14z" />
    <Box of="accent" at={[-7, 6, 4]} size={[9, 8, 9]} />
    <Flat of="steel" on="left" at={[0, 15, 0]} d="M-3 29v-4l4-4 4 4v4z" />
    <Flat of="dark" on="right" at={[15, 0, 0]} d="M-9 22h10v6h-10z" />
    <Flat of="tool" on="top" at={[0, 0, 34]} d="M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0" />
    <Flat of="accent" on="top" at={[0, 0, 38]} d="M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0" />
    <Flat of="dark" on="top" at={[0, 0, 38]} d="M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0" />
  </>
)

/** A source with a handle; its torch joins a plate. */
const welder = (
  <>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-20-2h21v22h-21zM3-18h21v21h-21z" />
    <Box of="body" at={[-20, -2, 0]} size={[21, 22, 25]} />
    <Flat of="tool" on="left" at={[0, 9, 25]} d="M-16 0v6h13v-6" line={3} />
    <Flat of="dark" on="left" at={[0, 20, 0]} d="M-17 12h15v9h-15z" />
    <Flat of="accent" on="left" at={[0, 20, 0]} d="M-14 16h6" line={2.5} />
    <Box of="steel" at={[3, -18, 0]} size={[21, 21, 5]} />
    <Flat of="accent" on="top" at={[13, 0, 5]} d="M0 3v-11" line={3} />
    <path data-of="tool" d="M40 50c8 4 8-28 19-28c10 0 10 4 7 8" strokeWidth={3} />
    <path data-of="tool" d="M67 29l-7.5 16" strokeWidth={6} />
    <path data-of="accent" d="M58.5 47v4M65 49l4-2M66 54l4 1" strokeWidth={2.5} />
  </>
)

/** A cabinet with a screen. */
const other = (
  <>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-18-16h36v32h-36z" />
    <Box of="dark" at={[-16, -14, 0]} size={[32, 28, 4]} />
    <Box of="body" at={[-18, -16, 4]} size={[36, 32, 16]} />
    <Box of="body" at={[-14, -12, 20]} size={[20, 10, 13]} />
    <Flat of="dark" on="left" at={[0, -2, 20]} d="M-12 3h16v8h-16z" />
    <Flat of="accent" on="left" at={[0, -2, 20]} d="M-9 7h7" line={2.5} />
    <Flat of="accent" on="left" at={[0, 16, 4]} d="M-13 8h12" line={3} />
  </>
)

const DRAWINGS: Readonly<Record<Kind, ReactNode>> = { laser, printer, welder, other }

/** The parts of the drawing, for another picture. */
export const machineScene = (line: string): ReactNode => DRAWINGS[kindOf(line)]

/** Drawing of a machine that is in two pieces: the machines could not be loaded. */
export const BrokenMachinePicture = () => (
  <Drawing>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-23-19h20v38h-20zM3-19h20v38h-20z" />
    <Box of="body" at={[-23, -19, 0]} size={[20, 38, 9]} />
    <Box of="steel" at={[-19, -15, 9]} size={[16, 30, 2]} />
    <Box of="tool" at={[-23, -11, 9]} size={[4, 6, 15]} />
    <Box of="tool" at={[-23, -11, 24]} size={[14, 6, 5]} />
    <Box of="body" at={[3, -19, 0]} size={[20, 38, 9]} />
    <Box of="steel" at={[3, -15, 9]} size={[16, 30, 2]} />
    <Box of="tool" at={[19, -11, 9]} size={[4, 6, 15]} />
    <Box of="tool" at={[9, -11, 24]} size={[14, 6, 5]} />
  </Drawing>
)

/** Drawing of the kind of machine. */
export const MachinePicture = ({ line }: { line: string }) => <Drawing>{machineScene(line)}</Drawing>
