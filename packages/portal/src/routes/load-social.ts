/** The buttons are fetched once the page is alive. */
export const loadSocial = async () => (await import('./social-part.tsx')).loadSocialPart()
