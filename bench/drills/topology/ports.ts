import { findFreePort } from '../../../packages/server/src/platform/embedded-postgres/free-port.ts'

/** Below the ports that Linux gives to outgoing connections. */
const FIRST = 20_000
const COUNT = 10_000

/** A port that stays free while its program is down: no outgoing connection takes it. */
export const findLastingPort = (): Promise<number> => findFreePort(FIRST + Math.floor(Math.random() * COUNT))
