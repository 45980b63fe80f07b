/** A note in DATA_DIR with the address of a proxy that TRUSTED_PROXIES does not name: a server writes it, `kerf doctor` reads it. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileOf = (dataDir: string): string => join(dataDir, 'unlisted-proxy')

/** A note that cannot be written is not worth a failure: the log has the same line. */
export const writeUnlistedProxy = (dataDir: string, peer: string): Promise<void> =>
  writeFile(fileOf(dataDir), `${peer}\n`).catch(() => undefined)

/** At the start of a server, whose settings may be new. */
export const removeUnlistedProxy = (dataDir: string): Promise<void> =>
  rm(fileOf(dataDir), { force: true }).catch(() => undefined)

export const readUnlistedProxy = (dataDir: string): Promise<string | undefined> =>
  readFile(fileOf(dataDir), 'utf8').then(
    text => text.trim().slice(0, 64),
    () => undefined,
  )
