/** The buttons are fetched once the page is alive. */
export const loadSocialSignIn = async () => (await import('./social-sign-in.tsx')).loadSocialComponent()
