import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { Box, Drawing, Flat } from '../../../ui/drawing/drawing.tsx'
import styles from '../machines.module.css'

/** The page of passes of an account without machines. `children`: the way to a machine. */
export const NoPasses = ({ children }: { children: ReactNode }) => (
  <div className={styles.empty}>
    <PassPicture />
    <strong>{m.pass_empty_title()}</strong>
    <p>{m.pass_empty_text()}</p>
    {children}
  </div>
)

/** A ticket with a code above its perforation. */
const PassPicture = () => (
  <Drawing>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-15-22h30v44h-30z" />
    <Box of="body" at={[-15, -22, 5]} size={[30, 44, 2]} />
    <Flat of="dark" on="top" at={[0, 0, 7]} d="M-10-17h7v7h-7zM3-17h7v7h-7zM-10-4h7v7h-7z" />
    <Flat of="body" on="top" at={[0, 0, 7]} d="M-8-15h3v3h-3zM5-15h3v3h-3zM-8-2h3v3h-3z" />
    <Flat of="dark" on="top" at={[0, 0, 7]} d="M-1-8h3v3h-3zM3-4h3v3h-3zM7-1h3v3h-3zM-1 1h3v3h-3z" />
    <Flat of="tool" on="top" at={[0, 0, 7]} d="M-13 8h4M-6 8h4M1 8h4M8 8h4" line={1.5} />
    <Flat of="accent" on="top" at={[0, 0, 7]} d="M-10 13h20v5h-20z" />
  </Drawing>
)
