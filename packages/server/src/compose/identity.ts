/** Accounts, sign-in, sessions, social sign-in, tickets, profiles. */
import type { AddressInfo } from 'node:net'
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { accountChoiceRoutes } from '../identity/account-choice/account-choice-routes.ts'
import { createBrowserAccounts } from '../identity/account-choice/browser-accounts.ts'
import { createCookieChain } from '../identity/cookie-sync/cookie-chain.ts'
import { cookieSyncRoutes } from '../identity/cookie-sync/cookie-sync-routes.ts'
import { createExportAccount } from '../identity/data-export/export-account.ts'
import { exportRoutes } from '../identity/data-export/export-routes.ts'
import { enterpriseRoutes } from '../identity/enterprise/enterprise-routes.ts'
import { createDeleteAccount } from '../identity/erasure/delete-account.ts'
import { erasureRoutes } from '../identity/erasure/erasure-routes.ts'
import { stopRecovery } from '../identity/factors/factor-recovery.ts'
import { factorRoutes } from '../identity/factors/factor-routes.ts'
import { createManageFactors } from '../identity/factors/manage-factors.ts'
import { createRemoveAdditions } from '../identity/factors/remove-additions.ts'
import { createChangeEmail } from '../identity/mailbox/change-email.ts'
import { mailboxRoutes } from '../identity/mailbox/mailbox-routes.ts'
import { createRestoreEmail } from '../identity/mailbox/restore-email.ts'
import { createVerifyMailbox } from '../identity/mailbox/verify-mailbox.ts'
import { createAuthorizationFlows } from '../identity/openid/authorization-flow.ts'
import { createDeviceActivation } from '../identity/openid/device-activation.ts'
import { createGrantedApps } from '../identity/openid/granted-apps.ts'
import type { ReadBenefits } from '../identity/openid/openid-claims.ts'
import { createOpenIdProvider } from '../identity/openid/openid-provider.ts'
import { openIdRoutes } from '../identity/openid/openid-routes.ts'
import { createRpLogout } from '../identity/openid/rp-logout.ts'
import { createOwnPasskeys } from '../identity/passkey/own-passkeys.ts'
import { createPasskeyCeremonies } from '../identity/passkey/passkey-ceremonies.ts'
import { createPasskeyChallenges } from '../identity/passkey/passkey-challenges.ts'
import { type PasskeyUseCases, passkeyRoutes } from '../identity/passkey/passkey-routes.ts'
import { createRegisterByPasskey } from '../identity/passkey/register-by-passkey.ts'
import { relyingParty } from '../identity/passkey/relying-party.ts'
import { createSignInByPasskey } from '../identity/passkey/sign-in-by-passkey.ts'
import { type AssertNotBreached, createAssertNotBreached } from '../identity/password/breached-passwords.ts'
import { createChangePassword } from '../identity/password/change-password.ts'
import { passwordRoutes } from '../identity/password/password-routes.ts'
import { createResetPassword } from '../identity/password/reset-password.ts'
import { fullInfo } from '../identity/profile/account-info.ts'
import { createHeadpic } from '../identity/profile/headpic.ts'
import { createPictureDecoder } from '../identity/profile/picture-decoder.ts'
import { headpicFileRoutes, profileRoutes } from '../identity/profile/profile-routes.ts'
import { regionRoutes } from '../identity/profile/region/region-routes.ts'
import { createClearSessions } from '../identity/session/clear-sessions.ts'
import { createNotMe } from '../identity/session/not-me.ts'
import { sessionRoutes } from '../identity/session/session-routes.ts'
import { createPassSecondStep } from '../identity/sign-in/pass-second-step.ts'
import { createReauthenticate } from '../identity/sign-in/reauthenticate.ts'
import { createRegister } from '../identity/sign-in/register.ts'
import { createSignInByCode } from '../identity/sign-in/sign-in-by-code.ts'
import { createSignInByPassword } from '../identity/sign-in/sign-in-by-password.ts'
import { signInRoutes } from '../identity/sign-in/sign-in-routes.ts'
import { createWaitingSignIns } from '../identity/sign-in/waiting-sign-in.ts'
import { wellKnownRoutes } from '../identity/sign-in/well-known-routes.ts'
import { connectIdentity } from '../identity/social/connect-identity.ts'
import { createSocial } from '../identity/social/create-social.ts'
import { createRemoveNewLinks } from '../identity/social/remove-new-links.ts'
import { socialBrowserRoutes } from '../identity/social/social-browser-routes.ts'
import { socialRoutes } from '../identity/social/social-routes.ts'
import { ticketRoutes } from '../identity/ticket/ticket-routes.ts'
import { createSendVerificationCode } from '../identity/verification/send-verification-code.ts'
import { verificationRoutes } from '../identity/verification/verification-routes.ts'
import type { Caller } from '../platform/audit/caller.ts'
import type { Queryable } from '../platform/db/database.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'
import { loadDevelopment } from './development.ts'
import { findBrand } from './find-brand.ts'
import type { Services } from './services.ts'

export interface IdentityListeners {
  /** what an account has redeemed, for apps that may know */
  readonly readBenefits: ReadBenefits
  /** an account entered an app by a ticket */
  readonly onAppEntered: (uid: string, app: string) => Promise<void>
}

export async function composeIdentity(services: Services, { onAppEntered, readBenefits }: IdentityListeners) {
  const { add, db, publicUrl, tickets } = services
  wellKnownRoutes(services.http, services.siblings, services.visits)
  composeSignIn(services)
  const profile = await composeProfile(services)
  ticketRoutes(add, {
    db,
    tickets,
    readFullInfo: uid => fullInfo(db, uid, publicUrl()),
    recordAppUse: onAppEntered,
  })
  composeOpenId(services, readBenefits)
  accountChoiceRoutes(add, {
    accounts: createBrowserAccounts(db, services.sessions),
    readFullInfo: uid => fullInfo(db, uid, publicUrl()),
  })
  return { ...profile, ...(await composeSocial(services)) }
}

function composeOpenId(services: Services, readBenefits: ReadBenefits): void {
  const { add, http, db, apps, visits, metrics, keys, limiter, cookies, placeOf } = services
  const key = keys.openid
  const openid = createOpenIdProvider({
    ...services,
    readBenefits,
    log: http.log,
    onReuse({ clientId }) {
      metrics.countEvent('openid', 'refresh_token_reused')
      http.log.warn({ clientId }, 'a refresh token was used again: its grant was ended')
    },
  })
  const { findClient } = apps
  const { provider } = openid
  openIdRoutes(http, add, {
    ...{ openid, visits, findClient, cookies },
    flows: createAuthorizationFlows({ db, provider, findClient }),
    logouts: createRpLogout({ db, key, provider }),
    devices: createDeviceActivation({ db, key, limiter, provider, findClient, placeOf }),
    granted: createGrantedApps(db, findClient),
  })
}

function composeSignIn(services: Services): void {
  const { add, config, db, clock, keys, limiter, human, mail } = services
  const { accountPrivacy, codesPerReceiver: perReceiver, codesPerAddress: perAddress } = config
  const productNames = [...services.brands.values()].flatMap(({ brand }) => Object.values(brand.name))
  const policy = { min: config.passwordMin, max: config.passwordMax, productNames }
  const passkeys = createPasskeys(services)
  const signIn = {
    ...services,
    policy,
    passkeys: passkeys.ceremonies,
    removeNewLinks: createRemoveNewLinks(mail),
    assertNotBreached: createPasswordRange(services),
  }
  const changePassword = createChangePassword(signIn)
  verificationRoutes(add, {
    human,
    sendCode: createSendVerificationCode({
      db,
      keys,
      limiter,
      human,
      accountPrivacy,
      perReceiver,
      perAddress,
    }),
    limiter,
  })
  mailboxRoutes(add, {
    verify: createVerifyMailbox({ db, keys, limiter, accountPrivacy }),
    change: createChangeEmail(signIn),
  })
  passwordRoutes(add, { change: changePassword, reset: createResetPassword(signIn) })
  passkeyRoutes(add, passkeys)
  const factors = createManageFactors({
    ...services,
    brandName: ({ app, lang }) => findBrand(services.brands, app.brand).brand.name[lang],
  })
  const secondStep = { ...services, passkeys: passkeys.ceremonies, setup: factors }
  factorRoutes(add, factors)
  signInRoutes(add, {
    byPassword: createSignInByPassword(signIn),
    byCode: createSignInByCode(signIn),
    register: createRegister(signIn),
    reauthenticate: createReauthenticate(signIn),
    waiting: createWaitingSignIns(secondStep),
    passStep: createPassSecondStep({
      ...secondStep,
      connectIdentity: (tx, account, link, caller) =>
        connectIdentity(tx, services.mail, account, link, caller),
    }),
  })
  erasureRoutes(add, createDeleteAccount(signIn))
  enterpriseRoutes(add, db, changePassword)
  sessionRoutes(add, services, {
    clear: createClearSessions(db, mail),
    notMe: createNotMe({
      ...{ db, clock, linkKey: keys.link },
      removeAdditions: createRemoveAdditions(signIn),
      restoreEmail: createRestoreEmail(mail),
      stopRecovery: stopRecoveryBy(mail),
    }),
  })
}

const stopRecoveryBy =
  (mail: Services['mail']) =>
  (tx: Queryable, uid: string, caller: Caller): Promise<void> =>
    stopRecovery(tx, mail, uid, caller)

function createPasswordRange({ config, metrics, http }: Services): AssertNotBreached {
  const failureLines = createLineLimit()
  return createAssertNotBreached({
    rangeUrl: config.passwordRangeUrl,
    onAnswer(outcome, error) {
      metrics.countEvent('password.range', outcome)
      const leftOut = error === undefined ? undefined : failureLines()
      if (leftOut === undefined) return
      http.log.warn(
        { error, ...(leftOut > 0 && { leftOut }) },
        'the range service of breached passwords failed',
      )
    },
  })
}

function createPasskeys(services: Services): PasskeyUseCases {
  const { clock, keys, mail, origins, publicUrl, siblings, brands } = services
  const challenges = createPasskeyChallenges(keys.passkey, clock)
  const deps = {
    ...services,
    challenges,
    relyingParty: () => relyingParty(publicUrl(), siblings, origins.listed),
    stopRecovery: stopRecoveryBy(mail),
  }
  const ceremonies = createPasskeyCeremonies(deps)
  return {
    ceremonies,
    signInByPasskey: createSignInByPasskey({ ...deps, ceremonies }),
    registerByPasskey: createRegisterByPasskey({ ...deps, ceremonies }),
    own: createOwnPasskeys({ ...deps, ceremonies }),
    productName: findBrand(brands, DEFAULT_BRAND).brand.name.en,
  }
}

async function composeProfile({ add, http, brands, config, db, limiter, publicUrl }: Services) {
  const files = await openFileStore(config.fileStore)
  const decoder = createPictureDecoder()
  const headpics = createHeadpic({ db, files, limiter, publicUrl, decoder })
  profileRoutes(add, db, publicUrl, headpics)
  headpicFileRoutes(http, headpics)
  regionRoutes(add)
  exportRoutes(add, createExportAccount({ db, files, limiter, findBrand: code => findBrand(brands, code) }))
  return { files, sweepHeadpics: headpics.sweep, stopDecoder: decoder.stop }
}

/** The channels of social sign-in that the sign-in page offers, in order, and their OAuth client ids. */
async function composeSocial(services: Services) {
  const { add, db, http, brands, publicUrl, siblings, tickets } = services
  cookieSyncRoutes(http, {
    ...services,
    resolveNextHop: createCookieChain({ siblings, tickets, publicUrl }),
    readAccountNames: uid => fullInfo(db, uid, publicUrl()),
  })
  const demo = await createDemoProvider(services)
  await demo?.routes(http)
  const social = await createSocial({ ...services, demo: demo && { ...demo.settings, issuer: demo.issuer } })
  socialRoutes(add, db, social)
  socialBrowserRoutes(http, { ...services, ...social, brands: new Set(brands.keys()) })
  return { socialChannels: social.offered, socialClients: social.clientIds }
}

async function createDemoProvider({ config, names, http }: Services) {
  const development = await loadDevelopment(config)
  const port = () => (http.server.address() as AddressInfo | null)?.port ?? 0
  return development?.offersDemo(config) ? development.createDemoProvider(names.publicUrls, port) : undefined
}
