/** Folders in which the samples of native apps run. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const at = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-native-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** In place of the system's keychain, which a machine without a desktop does not have: its three calls, with a file. */
const KEYCHAIN = `import { readFile, rename, rm, writeFile } from 'node:fs/promises'
const file = process.env.HOME + '/keychain'
export class AsyncEntry {
  getPassword = () => readFile(file, 'utf8').catch(() => null)
  setPassword = async text => {
    await writeFile(file + process.pid, text)
    await rename(file + process.pid, file)
  }
  deletePassword = () => rm(file).then(() => true, () => false)
}`

/** With the samples of these names beside each other, and the packages that they need. */
export function makeNodeFolder(...samples: readonly string[]): string {
  const home = makeFolder()
  const packages = join(home, 'node_modules')
  const keyring = join(packages, '@napi-rs/keyring')
  mkdirSync(keyring, { recursive: true })
  writeFileSync(join(keyring, 'package.json'), '{ "type": "module", "exports": "./keyring.js" }')
  writeFileSync(join(keyring, 'keyring.js'), KEYCHAIN)
  symlinkSync(at('node_modules/openid-client'), join(packages, 'openid-client'))
  for (const name of samples) cpSync(at(`samples/${name}`), join(home, name), { recursive: true })
  return home
}
