/** The commands for devices and their unlock passwords. */
import {
  importDevices,
  openKeys,
  provisionDevice,
  rotateLineKey,
  verifyUnlock,
} from '@kerf/server/operations/index'
import { type Command, type OptionHelp, text, UsageError } from '../command.ts'
import { readLines } from '../read-lines.ts'

const SN = {
  type: 'string',
  value: 'SN',
  help: 'serial number, 23 letters and digits',
  required: true,
} as const satisfies OptionHelp
const LINE = {
  type: 'string',
  value: 'LINE',
  help: 'product line, default welder',
} as const satisfies OptionHelp

export const deviceImportCommand: Command = {
  path: ['device', 'import'],
  summary: 'Takes in the serial numbers of devices; once there are any, all others are invalid.',
  options: {
    file: { type: 'string', value: 'PATH', help: 'one SN a line; - reads standard input', required: true },
    line: LINE,
    'key-version': { type: 'string', value: 'N', help: 'key that was put into them; else the present one' },
  },
  async run({ values, operator, open }) {
    const version = text(values, 'key-version')
    if (version !== undefined && !/^\d{1,6}$/.test(version))
      throw new UsageError('--key-version takes a whole number')
    const lines = await readLines(text(values, 'file') ?? '')
    const { db, config } = await open()
    const done = await importDevices(db, await openKeys(db, config), {
      lines,
      line: text(values, 'line') ?? 'welder',
      keyVersion: version === undefined ? undefined : Number(version),
      operator,
    })
    return {
      json: done,
      text: `${done.imported} devices of ${done.line} imported with key version ${done.keyVersion}; ${done.known} were known.`,
    }
  },
}

export const deviceVerifyCommand: Command = {
  path: ['device', 'verify'],
  summary: 'Tells whether a device takes an unlock password, as its firmware decides.',
  options: {
    sn: SN,
    'light-source': { type: 'string', value: '1200W|800W', help: 'its light source', required: true },
    password: { type: 'string', value: 'PASSWORD', help: 'eight digits', required: true },
  },
  async run({ values, operator, open }) {
    const lightSource = text(values, 'light-source')
    if (lightSource !== '1200W' && lightSource !== '800W')
      throw new UsageError('--light-source takes 1200W or 800W')
    const { db, config } = await open()
    const done = await verifyUnlock(db, await openKeys(db, config), {
      sn: text(values, 'sn') ?? '',
      lightSource,
      password: text(values, 'password') ?? '',
      operator,
    })
    return {
      json: done,
      text: done.valid ? `Valid: password number ${done.counter}.` : 'Not valid for this device.',
      success: done.valid,
    }
  },
}

export const deviceRotateKeyCommand: Command = {
  path: ['device', 'rotate-key'],
  summary: "Makes the next version of a product line's key; devices made before keep theirs.",
  options: {
    line: LINE,
    'from-sn': {
      type: 'string',
      value: 'SN',
      help: 'first SN that has it; needed where no serials are imported',
    },
  },
  asks: true,
  async run({ values, operator, open, confirm }) {
    const line = text(values, 'line') ?? 'welder'
    await confirm(`Make a new key for the line ${line}? Devices made from now on must be given it.`)
    const { db, config } = await open()
    const done = await rotateLineKey(db, await openKeys(db, config), {
      line,
      fromSn: text(values, 'from-sn'),
      operator,
    })
    return { json: done, text: `The line ${done.line} has key version ${done.keyVersion} now.` }
  },
}

export const deviceProvisionCommand: Command = {
  path: ['device', 'provision'],
  summary: 'Shows the secret keys that are put into one device when it is made.',
  options: { sn: SN },
  asks: true,
  async run({ values, operator, open, confirm }) {
    await confirm('Show secret keys of a device? Whoever has them can unlock it.')
    const { db, config } = await open()
    const done = await provisionDevice(db, await openKeys(db, config), {
      sn: text(values, 'sn') ?? '',
      operator,
    })
    return {
      json: done,
      text: `sn     ${done.sn}\nkey    version ${done.keyVersion} of ${done.line}\n1200W  ${done.keys['1200W']}\n800W   ${done.keys['800W']}`,
    }
  },
}
