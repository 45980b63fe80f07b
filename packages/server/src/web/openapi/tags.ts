/** Groups of calls in the document. A call belongs to the first group whose paths match. */
export const TAGS = [
  {
    name: 'Apps',
    description: 'Tickets of logged-in people and what follows from them, for apps.',
    paths: /^\/v1\/ticket/,
  },
  {
    name: 'OpenID Connect',
    description:
      'What the screens of an OpenID Connect login call. Apps use a client library: see openid.md.',
    paths: /^\/v1\/(?:authorize|activate)(?:\/|$)/,
  },
  { name: 'Social login', description: 'Login by another provider.', paths: /oauth\// },
  {
    name: 'Passkeys',
    description: 'Login, sign-up and reauthentication with a passkey, and the passkeys of an account.',
    paths: /\/passkey(?:\/|$)/,
  },
  {
    name: 'Login',
    description: 'Login, sign-up and password reset.',
    paths: /\/(?:login|register|find)(?:\/|$)/,
  },
  {
    name: 'Verification',
    description: 'Nonces, human checks and verification codes.',
    paths: /\/(?:captcha(?:\/delivery)?$|verify\/|email\/confirm$)/,
  },
  { name: 'Messages', description: 'Messages and announcements.', paths: /^\/message\/|^\/v1\/messages/ },
  {
    name: 'Benefits',
    description: 'Redemption codes and the benefits that they grant.',
    paths: /^\/v1\/(?:exchange|benefits)\//,
  },
  { name: 'Training', description: 'Safety courses and their certificates.', paths: /^\/v1\/safety\// },
  {
    name: 'Machines',
    description: 'Owners of machines and the people they share them with.',
    paths: /^\/v1\/machines(?:\/|$)/,
  },
  {
    name: 'Workshops',
    description: 'Groups of accounts that own machines.',
    paths: /^\/v1\/workshops(?:\/|$)/,
  },
  { name: 'Welder', description: 'Unlock passwords of welders.', paths: /^\/v1\/device\// },
  {
    name: 'Cookie sync',
    description: 'Login that is shared by sibling hosts. Browsers visit these addresses.',
    paths: /^\/v1\/cookie\//,
  },
  {
    name: 'Statistics',
    description: 'Usage events and reports of browsers.',
    paths: /^\/v1\/(?:track|reports)/,
  },
  {
    name: 'Account',
    description: 'The logged-in account and its sessions.',
    paths: /^\/v1\/(?:user|enterprise|region)\//,
  },
  { name: 'Document', description: 'This document.', paths: /openapi/ },
] as const

export const tagOf = ({ path }: { readonly path: string }): string => {
  const tag = TAGS.find(({ paths }) => paths.test(path))
  if (tag === undefined) throw new Error(`no tag for ${path}: add it to tags.ts`)
  return tag.name
}
