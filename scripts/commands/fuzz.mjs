import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../bootstrap/paths.mjs'
import { UserError } from '../bootstrap/user-error.mjs'

const CLANG = '/usr/bin/clang'
const SAMPLE = `${root}/samples/pass`
const SOURCES = ['pass.c', 'hmac.c', 'pass_store.c']
const DEFAULT_SECONDS = 60
/** Processors of machines, as clang names them. */
const TARGETS = [
  ['Cortex-M0', 'thumbv6m-none-eabi'],
  ['Cortex-M3', 'thumbv7m-none-eabi'],
  ['RV32', 'riscv32'],
]
/** What the sources need of <string.h>: clang brings no C library for these processors. */
const STRING_H = `#include <stddef.h>
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memmove(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
char *strchr(const char *, int);
`

/** Without its library, clang compiles no fuzzer. */
const hasLibFuzzer = folder => {
  writeFileSync(
    join(folder, 'probe.c'),
    'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d != 0 && n > 9 ? 0 : 0; }',
  )
  return (
    execute([CLANG, '-fsanitize=fuzzer,address,undefined', '-o', 'probe', 'probe.c'], folder).status === 0
  )
}

const execute = ([command, ...args], cwd, stdio = 'pipe') =>
  spawnSync(command, args, { cwd, stdio, encoding: 'utf8' })

/** Prints the size of the code and the deepest stack of each function, in bytes. */
function printSizes(folder) {
  mkdirSync(join(folder, 'include'))
  writeFileSync(join(folder, 'include', 'string.h'), STRING_H)
  for (const [name, target] of TARGETS) {
    const flags = ['-std=c99', '-Os', '-ffreestanding', '-nostdlibinc', '-Iinclude', '-fstack-usage']
    const files = SOURCES.map(source => join(SAMPLE, source))
    const compiled = execute([CLANG, `--target=${target}`, ...flags, '-c', ...files], folder)
    if (compiled.status !== 0) {
      console.log(`${name}: not measured, ${compiled.stderr.split('\n')[0]}`)
      continue
    }
    const objects = SOURCES.map(source => source.replace('.c', '.o'))
    const { stdout } = execute(['/usr/bin/size', ...objects], folder)
    const sizes = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map(line => line.trim().split(/\s+/))
    const code = sizes.map(cells => `${cells[5]} ${cells[0]}`).join(', ')
    const frames = objects
      .flatMap(object =>
        readFileSync(join(folder, object.replace('.o', '.su')), 'utf8')
          .trim()
          .split('\n'),
      )
      .map(line => line.split('\t'))
      .map(([at, bytes]) => ({ name: at.split(':').at(-1), bytes: Number(bytes) }))
      .sort((a, b) => b.bytes - a.bytes)
    const total = sizes.reduce((sum, cells) => sum + Number(cells[0]), 0)
    console.log(
      `${name}: code ${total} bytes (${code}); data and bss ${sizes.map(cells => cells[1] + cells[2]).some(Number) ? 'some' : 'none'}`,
    )
    console.log(
      `  stack ${frames
        .slice(0, 4)
        .map(frame => `${frame.name} ${frame.bytes}`)
        .join(', ')}`,
    )
  }
}

/**
 * Fuzzes the check of passes (samples/pass) under the sanitizers for addresses and undefined behavior, and prints the size of its code and
 * stack. `--seconds=600`: how long (60).
 */
export function run(args) {
  const seconds = Number(args.find(one => one.startsWith('--seconds='))?.split('=')[1] ?? DEFAULT_SECONDS)
  if (!Number.isInteger(seconds) || seconds < 1) throw new UserError('usage: npm run fuzz -- --seconds=60')
  const folder = mkdtempSync(join(tmpdir(), 'kerf-fuzz-'))
  try {
    if (!existsSync(CLANG) || !hasLibFuzzer(folder)) {
      console.log('Skipped: clang with libFuzzer is needed. Debian: apt-get install clang libclang-rt-14-dev')
      return 0
    }
    printSizes(folder)
    return fuzz(folder, seconds)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fuzz(folder, seconds) {
  const flags = '-std=c99 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all'.split(' ')
  const files = [...SOURCES, 'pass_fuzz.c'].map(source => join(SAMPLE, source))
  const compiled = execute([CLANG, ...flags, '-o', 'fuzz', ...files], folder, 'inherit')
  if (compiled.status !== 0) return 1
  const seeds = join(folder, 'seeds')
  mkdirSync(seeds)
  const { cases } = JSON.parse(readFileSync(join(SAMPLE, 'vectors.json'), 'utf8'))
  // The first byte chooses what the rest is. 2: base45.
  for (const [index, { pass }] of cases.entries())
    writeFileSync(join(seeds, String(index)), Buffer.concat([Buffer.of(2), Buffer.from(pass)]))
  const limits = [`-max_total_time=${seconds}`, '-max_len=400', '-print_final_stats=1', '-verbosity=0']
  const { status } = execute(['./fuzz', ...limits, `-artifact_prefix=${root}/`, seeds], folder, 'inherit')
  console.log(status === 0 ? `${seconds} s without a finding` : `A finding: its input is in ${root}`)
  return status === 0 ? 0 : 1
}
