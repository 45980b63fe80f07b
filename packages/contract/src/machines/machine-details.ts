/** What a third party may do with a machine that a person chose for it (RFC 9396). */
export const MACHINE_ACTIONS = ['view', 'run'] as const

export type MachineAction = (typeof MACHINE_ACTIONS)[number]

/** As many as a workshop may own. */
export const CHOSEN_MACHINES_MAX = 200
