interface TrustedTypes {
  readonly defaultPolicy: unknown
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

/**
 * The Content-Security-Policy requires Trusted Types and allows no policy but this one: a worker may be created from a
 * string, if it is a URL of this origin.
 */
export function allowSameOriginWorkers(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin === location.origin) return url
      throw new TypeError('Worker scripts must be of the same origin')
    },
  })
}
