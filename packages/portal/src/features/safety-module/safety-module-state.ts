/** Maps the response of a safety module check to the state that the card shows. */
import type { NativeCallError, NativeOutput } from '@kerf/contract/host/native-calls'
import { compareVersions } from '@kerf/contract/version'
import type { HostResult } from '../../lib/bridge/host-calls.ts'

export type SafetyModuleState =
  | { readonly kind: 'installed'; readonly version: string }
  | { readonly kind: 'missing'; readonly latest: string }
  | { readonly kind: 'outdated'; readonly version: string; readonly latest: string }
  | { readonly kind: 'no-device' | 'refused' | 'too-old' | 'blocked' }
  | { readonly kind: 'unclear'; readonly reason: NativeCallError; readonly text: string | undefined }

export function toSafetyModuleState(result: HostResult<NativeOutput<'module.status'>>): SafetyModuleState {
  if (!result.ok) {
    const { reason, text } = result
    if (reason === 'unsupported' || reason === 'too-old') return { kind: 'too-old' }
    if (reason === 'no-device' || reason === 'refused' || reason === 'blocked') return { kind: reason }
    return { kind: 'unclear', reason, text }
  }
  const { installed, version, latest } = result.value
  if (!installed) return { kind: 'missing', latest }
  const difference = compareVersions(version, latest)
  // An unreadable version must not look safe.
  if (difference === undefined) return { kind: 'unclear', reason: 'malformed', text: undefined }
  return difference < 0 ? { kind: 'outdated', version, latest } : { kind: 'installed', version }
}
