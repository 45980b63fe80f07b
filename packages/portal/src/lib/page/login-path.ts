/** The pages that offer the accounts of this browser. */
export const isLoginPath = (path: string): boolean => /^\/\w+\/login(?:-business)?$/.test(path)

let isUsed = false

/** Whether the person has pressed a key or a pointer in the main content since a login page was shown: nothing may take its place then. */
export const isLoginPageUsed = (): boolean => isUsed

/** The links of a login page lead to the other one, which is still the same use. A press on any other page ends it. */
export function trackLoginPageUse(): void {
  const updateUse = ({ target }: Event) => {
    const isInMain = target instanceof Element && target.closest('main') !== null
    isUsed = isLoginPath(location.pathname) && (isUsed || isInMain)
  }
  document.addEventListener('keydown', updateUse, true)
  document.addEventListener('pointerdown', updateUse, true)
}
