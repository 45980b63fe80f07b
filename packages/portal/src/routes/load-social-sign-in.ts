/** Loads the social buttons after hydration. */
export const loadSocialSignIn = async () => (await import('./social-sign-in.tsx')).loadSocialComponent()
