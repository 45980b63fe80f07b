/** samples/pass checks what the server encodes, compiled by the C compiler of the machine where there is one (S-166). */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const COMPILER = '/usr/bin/cc'
const SAMPLE = fileURLToPath(new URL('../../../../samples/pass', import.meta.url))
const FLAGS =
  '-std=c99 -O1 -Wall -Wextra -Werror -pedantic -fsanitize=address,undefined -fno-sanitize-recover'.split(' ')

test.skipIf(!existsSync(COMPILER))(
  'the program for firmware accepts the published passes, and refuses what it must and 200,000 damaged ones',
  { timeout: 120_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'kerf-pass-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const document = readFileSync(new URL('../../../../docs/machines.md', import.meta.url), 'utf8')
    const [, key] = /\| `KLW1200AB0123456789CDEF` \| 1 \| pass \| `([0-9a-f]{64})` \|/.exec(document) ?? []
    const vectors = [...document.matchAll(/^\| (\d{10}) \|(.*)\|$/gm)].map(([, end, rest = '']) => {
      const cells = rest.split('|').map(cell => cell.trim().replaceAll('`', ''))
      return [end, ...cells.slice(0, -1), key, cells.at(-1)].join('\t')
    })
    expect(vectors).toHaveLength(3)
    const file = join(folder, 'vectors.tsv')
    writeFileSync(file, `${vectors.join('\n')}\n`)
    const program = join(folder, 'pass_test')
    const sources = ['pass.c', 'hmac.c', 'pass_test.c'].map(name => join(SAMPLE, name))
    execFileSync(COMPILER, [...FLAGS, '-o', program, ...sources])
    expect(execFileSync(program, [file], { encoding: 'utf8' })).toContain(
      '3 vectors, 200000 damaged passes, 0 failures',
    )
  },
)
