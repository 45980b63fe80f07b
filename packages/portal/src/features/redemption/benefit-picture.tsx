import { Box, Drawing, Flat } from '../../ui/drawing/drawing.tsx'

export const TICKET = 'M-17-10h34v6a4 4 0 0 0 0 8v6h-34v-6a4 4 0 0 0 0-8z'

export const TicketSheet = () => (
  <>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-24-17h48v34h-48z" />
    <Box of="wood" at={[-24, -17, 0]} size={[48, 34, 4]} />
  </>
)

export const TicketHole = () => <Flat of="dark" on="top" at={[0, 0, 4]} d={TICKET} />

/** Lifted off the sheet. */
export const Ticket = () => (
  <>
    <Flat of="accent" on="top" at={[0, 0, 20]} d={TICKET} />
    <Flat of="right" on="top" at={[0, 0, 20]} d={TICKET} />
    <Flat of="accent" on="top" at={[0, 0, 23]} d={TICKET} />
    <Flat of="on-accent" on="sign" at={[0, 0, 23]} d="M-6 1l4 4 8-9" line={3} />
  </>
)

/** A ticket, cut out of a sheet. */
export const BenefitPicture = () => (
  <Drawing>
    <TicketSheet />
    <TicketHole />
    <Ticket />
  </Drawing>
)
