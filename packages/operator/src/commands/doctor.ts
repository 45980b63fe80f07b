import {
  type Check,
  checkInstallation,
  listSettings,
  type SettingInEffect,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'

const LABELS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ', skipped: 'skipped' } as const

function render(settings: readonly SettingInEffect[], checks: readonly Check[]): string {
  const width = Math.max(...settings.map(({ name }) => name.length))
  return [
    'Settings (* from the environment)',
    ...settings.map(
      ({ name, value, source }) =>
        `  ${source === 'environment' ? '*' : ' '} ${name.padEnd(width)}  ${value}`,
    ),
    '',
    'Checks',
    ...checks.map(({ name, status, message }) => `  ${LABELS[status]}  ${name}: ${message}`),
  ].join('\n')
}

export function addDoctorCommand({ program, action }: CommandRegistry): void {
  program
    .command('doctor')
    .description('Prints every setting and checks that a server would start and serve in this environment.')
    .action(
      action(async ({ env, root }) => {
        const settings = listSettings(env)
        const checks = await checkInstallation(env, root)
        const success = checks.every(({ status }) => status !== 'failed')
        return { json: { ok: success, settings, checks }, text: render(settings, checks), success }
      }),
    )
}
