/** What is shown when a call to the host fails, and what to do about it. */
import type { NativeCallError } from '@kerf/contract/host/native-calls'
import * as m from '@kerf/locales/messages'

const TEXTS: Readonly<Record<NativeCallError, () => string>> = {
  refused: m.host_fault_refused,
  unsupported: m.host_fault_unsupported,
  'no-device': m.host_fault_no_device,
  failed: m.host_fault_failed,
  'no-host': m.host_fault_no_host,
  'too-old': m.host_fault_too_old,
  timeout: m.host_fault_timeout,
  cancelled: m.host_fault_cancelled,
  busy: m.host_fault_busy,
  malformed: m.host_fault_malformed,
  'not-allowed': m.host_fault_not_allowed,
  blocked: m.host_fault_blocked,
}

export const hostErrorText = (reason: NativeCallError): string => TEXTS[reason]()
