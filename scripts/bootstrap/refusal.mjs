/** A reason to stop that the reader can act on: shown as its message alone, without a stack. */
export class Refusal extends Error {}
