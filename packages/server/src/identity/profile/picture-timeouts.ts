/**
 * How long a picture waits for its turn and its process. The tests that run in vitest replace this module by
 * `test/support/patient-pictures.ts`.
 */
/** How long a picture waits for a free process. */
export const QUEUE_TIMEOUT_MS = 8_000
/**
 * How long a picture waits for the previous picture of its network. All three timeouts together stay below the 30 s after which the
 * server closes a silent connection.
 */
export const TURN_TIMEOUT_MS = 8_000
/**
 * The process ends itself after two seconds of CPU time, which alone makes a picture hostile. After this time, the machine is
 * overloaded or the process hangs: that says nothing about the picture.
 */
export const RESPONSE_TIMEOUT_MS = 10_000
