/** Features that depend on the version of the host app. Apart from `portal-url.ts`, because the first screen needs none. */
import {
  OLD_CLIENT_BELOW,
  PROCESS_BUTTON_ABOVE_DESKTOP,
  PROCESS_BUTTON_FROM_HANDHELD,
  TRAINING_NEEDED_FROM,
} from './limits.ts'
import type { System } from './portal-url.ts'
import { compareVersions } from './version.ts'

/** Which clients of an app count as old below OLD_CLIENT_BELOW. Set by the brand. */
export type OldClientRule = 'always' | 'handheld' | 'never'

/** Whether the client is too old. A missing version is not old. */
export function isOldClient(
  rule: OldClientRule,
  system: System | undefined,
  av: string | undefined,
): boolean {
  const isRuled = rule === 'always' || (rule === 'handheld' && (system === 'mobile' || system === 'pad'))
  return isRuled && av !== undefined && (compareVersions(av, OLD_CLIENT_BELOW) ?? 0) < 0
}

/** Whether to show the training route: not in desktop clients below 2.6.0 and not for brands without training. */
export function isTrainingNeeded(
  brandTraining: boolean,
  system: System | undefined,
  av: string | undefined,
): boolean {
  const tooOld = system === 'pc' && av !== undefined && (compareVersions(av, TRAINING_NEEDED_FROM) ?? 0) < 0
  return brandTraining && !tooOld
}

/** Whether the host can process artwork: desktop above 2.0.89, mobile and pad from 2.0.2. */
export function hasProcessButton(system: System | undefined, av: string | undefined): boolean {
  if (av === undefined) return false
  if (system === 'pc') return (compareVersions(av, PROCESS_BUTTON_ABOVE_DESKTOP) ?? -1) > 0
  if (system === 'mobile' || system === 'pad')
    return (compareVersions(av, PROCESS_BUTTON_FROM_HANDHELD) ?? -1) >= 0
  return false
}
