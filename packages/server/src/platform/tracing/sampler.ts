/** Samplers of OpenTelemetry's specification, decided without a span: a call that is not sampled costs one random number. */
import type { RemoteParent } from './tracing.ts'

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface SamplerSettings {
  readonly sampler: (typeof SAMPLERS)[number]
  /** share of the traces that `traceidratio` samples, 0 to 1 */
  readonly ratio: number
}

const UINT32_RANGE = 2 ** 32

/** The four words of a trace id, joined as OpenTelemetry's own sampler does: services with one ratio choose the same traces. */
function fractionOf(traceId: string): number {
  let joined = 0
  for (let at = 0; at < 32; at += 8) joined ^= Number.parseInt(traceId.slice(at, at + 8), 16)
  return (joined >>> 0) / UINT32_RANGE
}

export function createSampler({ sampler, ratio }: SamplerSettings) {
  const isParentBased = sampler.startsWith('parentbased_')
  const share = sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : ratio
  return (parent: RemoteParent | undefined): boolean => {
    if (parent !== undefined && isParentBased) return parent.sampled
    if (share <= 0 || share >= 1) return share >= 1
    return (parent === undefined ? Math.random() : fractionOf(parent.traceId)) < share
  }
}
