import * as m from '@kerf/locales/messages'
import { Drawing, type Strokes } from '../../ui/drawing/drawing.tsx'

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

const DRAWINGS: Readonly<Record<Kind, Strokes>> = {
  laser: {
    body: 'M10 26h60v34H10zM10 51h60M16 60v8M64 60v8',
    line: 'M34 26v8h12v-8M40 34v4',
    beam: 'M40 38v10M22 51h12M46 51h12',
  },
  printer: {
    body: 'M18 68V14h44v54ZM18 24h44M24 60h32M35 24v8h10v-8',
    line: 'M33 60V48l7-4 7 4v12M33 48l7 4 7-4M40 52v8',
    beam: 'M40 32v9',
  },
  welder: {
    body: 'M12 34h32v30H12zM20 34v-8h16v8M12 56h32',
    line: 'M44 46c10 0 8 12 14 12M54 64l10-18 4 3-9 17ZM20 42h8M20 47h5',
    beam: 'M68 42l3-5M70 48l6-2M63 40l0-5',
  },
  other: {
    body: 'M14 26h52v38H14zM14 54h52M20 64v6M60 64v6',
    line: 'M22 34h24M22 41h16',
    beam: 'M58 34v12',
  },
}

/** Drawing of the kind of machine. */
export const MachinePicture = ({ line }: { line: string }) => <Drawing {...DRAWINGS[kindOf(line)]} />
