/** Creates accounts, sign-in, sessions, social sign-in, tickets and profiles, and adds their routes. */

import { DEFAULT_BRAND, findBrand } from '@kerf/brands/registry'
import { findPassword } from '@kerf/contract/endpoints/password'
import { enterpriseLogin, login, loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import { connectSocialFlow, loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { sendVerificationCode } from '@kerf/contract/endpoints/verification'
import { createGuardedFetch } from '../outbound/guarded/guarded-fetch.ts'
import type { Caller } from '../platform/audit/caller.ts'
import { auditContext } from '../platform/audit/caller.ts'
import type { Queryable } from '../platform/db/database.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { createLineLimit } from '../platform/limits/line-limit.ts'
import type { PlatformServices } from '../platform/services.ts'
import { accountChoiceRoutes } from './account-choice/account-choice-routes.ts'
import { createBrowserAccounts } from './account-choice/browser-accounts.ts'
import { appLogoRoutes } from './app/app-logo-routes.ts'
import { createCookieChain } from './cookie-sync/cookie-chain.ts'
import { cookieSyncRoutes } from './cookie-sync/cookie-sync-routes.ts'
import { createExportAccount } from './data-export/export-account.ts'
import { exportRoutes } from './data-export/export-routes.ts'
import { enterpriseRoutes } from './enterprise/enterprise-routes.ts'
import { createDeleteAccount, type RenewCards } from './erasure/delete-account.ts'
import { erasureRoutes } from './erasure/erasure-routes.ts'
import { stopFactorRemoval } from './factors/factor-removal.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import { createManageFactors } from './factors/manage-factors.ts'
import { createRemoveAdditions, NEW_SECONDS } from './factors/remove-additions.ts'
import type { IdentityServices } from './identity-services.ts'
import { createChangeEmail } from './mailbox/change-email.ts'
import { createConfirmMailbox, stopMailboxChange, stopMerge } from './mailbox/mailbox-change.ts'
import { mailboxRoutes } from './mailbox/mailbox-routes.ts'
import { createRestoreEmail } from './mailbox/restore-email.ts'
import { cancelSecondEmail, createSecondEmail, isSecondMailbox } from './mailbox/second-email.ts'
import { createVerifyMailbox } from './mailbox/verify-mailbox.ts'
import { createAuthorizationFlows } from './openid/authorization-flow.ts'
import { createDeviceActivation } from './openid/device-activation.ts'
import { withDocumentClients } from './openid/document-clients.ts'
import { createGrantedApps } from './openid/granted-apps.ts'
import { createOpenIdProvider } from './openid/openid-provider.ts'
import { openIdRoutes } from './openid/openid-routes.ts'
import { withMachineClients } from './openid/pairing/machine-clients.ts'
import { createPairings } from './openid/pairing/pair-machine.ts'
import type { PairingMachines } from './openid/pairing/pairing-machines.ts'
import { createRpLogout } from './openid/rp-logout.ts'
import type { ReadMachineRights } from './openid/tokens/machine-details.ts'
import type { ReadBenefits, ReadMachines } from './openid/tokens/openid-claims.ts'
import { createOwnPasskeys } from './passkey/own-passkeys.ts'
import { createPasskeyCeremonies } from './passkey/passkey-ceremonies.ts'
import { createPasskeyChallenges } from './passkey/passkey-challenges.ts'
import { type PasskeyUseCases, passkeyRoutes } from './passkey/passkey-routes.ts'
import { createRegisterByPasskey } from './passkey/register-by-passkey.ts'
import { relyingParty } from './passkey/relying-party.ts'
import { createSignInByPasskey } from './passkey/sign-in-by-passkey.ts'
import { type AssertNotBreached, createAssertNotBreached } from './password/breached-passwords.ts'
import { createChangePassword } from './password/change-password.ts'
import { passwordRoutes } from './password/password-routes.ts'
import { createResetPassword } from './password/reset-password.ts'
import { fullInfo } from './profile/account-info.ts'
import { createHeadpic } from './profile/headpic.ts'
import { createPictureDecoder } from './profile/picture-decoder.ts'
import { headpicFileRoutes, profileRoutes } from './profile/profile-routes.ts'
import { regionRoutes } from './profile/region/region-routes.ts'
import { createClearSessions } from './session/clear-sessions.ts'
import { createDescribeNotMe } from './session/describe-not-me.ts'
import { createNotMe, type NotMeDependencies } from './session/not-me.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { createAllowLogin } from './sign-in/allow-login.ts'
import { createPassSecondStep, type LinkIdentity } from './sign-in/pass-second-step.ts'
import { createReauthenticate } from './sign-in/reauthenticate.ts'
import { createRegister } from './sign-in/register.ts'
import { createSignInByCode } from './sign-in/sign-in-by-code.ts'
import { createSignInByPassword } from './sign-in/sign-in-by-password.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { createWaitingSignIns } from './sign-in/waiting-sign-in.ts'
import { wellKnownRoutes } from './sign-in/well-known-routes.ts'
import { createSocial } from './social/create-social.ts'
import { linkPendingIdentity } from './social/link-identity.ts'
import { createRemoveNewLinks } from './social/remove-new-links.ts'
import { socialBrowserRoutes } from './social/social-browser-routes.ts'
import { socialRoutes } from './social/social-routes.ts'
import { ticketRoutes } from './ticket/ticket-routes.ts'
import { createCodeDelivery } from './verification/code-delivery.ts'
import { createSendVerificationCode } from './verification/send-verification-code.ts'
import { verificationRoutes } from './verification/verification-routes.ts'

export { findNamedAccount } from './account/find-named-account.ts'

/** Actions that `/metrics` counts, by path. */
export const IDENTITY_ACTIONS: ReadonlyMap<string, string> = new Map([
  [register.path, 'sign-up'],
  [login.path, 'sign-in by password'],
  [loginByVerificationCode.path, 'sign-in by code'],
  [enterpriseLogin.path, 'sign-in of an enterprise'],
  [connectSocialFlow.path, 'sign-in by social account'],
  [loginWithAccessToken.path, 'sign-in by social account'],
  [findPassword.path, 'recovery'],
  [sendVerificationCode.path, 'code'],
])

export interface IdentityListeners {
  /** what an account has redeemed, for apps that may know */
  readonly readBenefits: ReadBenefits
  /** the machines of an account, for apps that may know */
  readonly readMachines: ReadMachines
  /** what the pairing of a machine asks of machines */
  readonly machines: PairingMachines
  /** cards of machines that have no owner after a deletion */
  readonly renewCards: RenewCards
  /** the rights of an account on machines, for its choice and for apps that it chose machines for */
  readonly readMachineRights: ReadMachineRights
  /** an account entered an app by a ticket */
  readonly onAppEntered: (uid: string, app: string) => Promise<void>
}

export async function addIdentityRoutes(
  services: IdentityServices,
  { onAppEntered, ...claims }: IdentityListeners,
) {
  const { add, http, db, publicUrl, sessions, siblings, tickets, visits } = services
  const readFullInfo = (uid: string) => fullInfo(db, uid, publicUrl())
  wellKnownRoutes(http, { siblings, visits, publicUrl, config: services.config })
  addSignInRoutes(services)
  erasureRoutes(add, createDeleteAccount({ ...services, renewCards: claims.renewCards }))
  const profile = await addProfileRoutes(services)
  ticketRoutes(add, { db, tickets, readFullInfo, recordAppUse: onAppEntered })
  addOpenIdRoutes(services, claims)
  accountChoiceRoutes(add, { accounts: createBrowserAccounts(db, sessions), readFullInfo })
  addCookieSyncRoutes(services)
  return { ...profile, ...(await addSocialRoutes(services)) }
}

function addOpenIdRoutes(services: IdentityServices, claims: Omit<IdentityListeners, 'onAppEntered'>): void {
  const { add, http, db, clock, visits, metrics, keys, limiter, refusals, cookies, placeOf, publicUrl } =
    services
  const key = keys.openid
  const { clientDocuments } = services.config
  const registered = clientDocuments ? withDocumentClients(services.apps) : services.apps
  const apps = withMachineClients(registered)
  const { machines } = claims
  const mail = { keys, clock, placeOf }
  const pairings = createPairings({ db, key, machines, mail })
  const openid = createOpenIdProvider({
    db,
    clock,
    refusals,
    keys,
    apps,
    findRegistered: services.apps.findClient,
    clientDocuments,
    visits,
    limiter,
    publicUrl,
    ...claims,
    pairings,
    fetch: createGuardedFetch(services.config),
    log: http.log,
    async onReuse({ kind, uid, clientId }, caller) {
      metrics.countEvent('openid', kind === 'RefreshToken' ? 'refresh_token_reused' : 'code_reused')
      http.log.warn({ clientId, kind }, 'a token or code was used again: its grant was ended')
      await refusals.record({
        ...{ event: 'openid.reused', uid, isAimed: true, ...(caller && auditContext(caller)) },
        detail: { kind, client: clientId },
      })
    },
  })
  const { findClient } = apps
  const { provider } = openid
  openIdRoutes(http, add, {
    openid,
    visits,
    findClient,
    cookies,
    flows: createAuthorizationFlows({ db, key, provider, apps, readMachineRights: claims.readMachineRights }),
    logouts: createRpLogout({ db, key, provider }),
    devices: createDeviceActivation({ db, key, limiter, provider, apps, mail, machines, pairings }),
    granted: createGrantedApps(db, apps),
  })
}

function addSignInRoutes(services: IdentityServices): void {
  const { add, config, brands, db, clock, keys, limiter, listReads, human, mail } = services
  const productNames = [...brands.values()].flatMap(({ brand }) => Object.values(brand.name))
  const removeNewLinks = createRemoveNewLinks(mail)
  const passkeys = createPasskeys(services)
  const brandName = ({ app, lang }: Caller) => findBrand(brands, app.brand).brand.name[lang]
  const setup = createManageFactors({ ...services, brandName })
  // Each use case names in its type what it takes of them.
  const parts = {
    ...services,
    setup,
    removeNewLinks,
    policy: { min: config.passwordMin, max: config.passwordMax, productNames },
    assertNotBreached: createPasswordRange(services),
    passkeys: passkeys.ceremonies,
    linkIdentity: ((tx, account, link, caller) =>
      linkPendingIdentity(tx, mail, account, link, caller)) satisfies LinkIdentity,
  }
  const change = createChangePassword(parts)
  verificationRoutes(add, {
    human,
    codeDelivery: createCodeDelivery(services),
    sendCode: createSendVerificationCode(services),
    limiter,
  })
  mailboxRoutes(add, {
    verify: createVerifyMailbox(services),
    change: createChangeEmail(services),
    second: createSecondEmail(services),
    confirm: createConfirmMailbox(services),
  })
  passwordRoutes(add, { change, reset: createResetPassword(parts) })
  passkeyRoutes(add, passkeys)
  factorRoutes(add, setup)
  signInRoutes(add, {
    byPassword: createSignInByPassword(services),
    byCode: createSignInByCode(services),
    register: createRegister(parts),
    reauthenticate: createReauthenticate(parts),
    allowLogin: createAllowLogin(services),
    waiting: createWaitingSignIns(parts),
    passStep: createPassSecondStep(parts),
  })
  enterpriseRoutes(add, db, change)
  const restoreEmail = createRestoreEmail(mail)
  const secondEmail: NotMeDependencies['secondEmail'] = {
    isOwn: (on, uid, mailbox) => isSecondMailbox(on, mail, uid, mailbox),
    cancel: (tx, uid, caller) => cancelSecondEmail(tx, mail, uid, caller),
  }
  sessionRoutes(add, db, listReads, {
    clear: createClearSessions(db, mail),
    describeNotMe: createDescribeNotMe({
      db,
      clock,
      linkKey: keys.link,
      restoreEmail,
      secondEmail,
      newSeconds: NEW_SECONDS,
    }),
    notMe: createNotMe({
      db,
      clock,
      linkKey: keys.link,
      removeAdditions: createRemoveAdditions({ mail, removeNewLinks }),
      restoreEmail,
      stopFactorRemoval: stopFactorRemovalBy(mail),
      async stopAct(tx, uid, id, caller) {
        const act = { uid, id, by: 'link' } as const
        if (!(await stopMailboxChange(tx, mail, act, auditContext(caller))))
          await stopMerge(tx, mail, act, auditContext(caller))
      },
      secondEmail,
    }),
  })
}

const stopFactorRemovalBy =
  (mail: PlatformServices['mail']) =>
  (tx: Queryable, uid: string, caller: Caller): Promise<void> =>
    stopFactorRemoval(tx, mail, uid, caller)

function createPasswordRange({ config, metrics, http }: IdentityServices): AssertNotBreached {
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

function createPasskeys(services: IdentityServices): PasskeyUseCases {
  const { db, clock, keys, mail, origins, publicUrl, siblings, brands } = services
  const challenges = createPasskeyChallenges(keys.passkey, clock)
  const ceremonies = createPasskeyCeremonies({
    db,
    mail,
    challenges,
    relyingParty: () => relyingParty(publicUrl(), siblings, origins.listed),
    stopFactorRemoval: stopFactorRemovalBy(mail),
  })
  return {
    ceremonies,
    signInByPasskey: createSignInByPasskey({ ...services, ceremonies }),
    registerByPasskey: createRegisterByPasskey({ ...services, ceremonies, challenges }),
    own: createOwnPasskeys({ db, mail, challenges, ceremonies }),
    productName: findBrand(brands, DEFAULT_BRAND).brand.name.en,
  }
}

async function addProfileRoutes({ add, http, brands, config, db, limiter, publicUrl }: IdentityServices) {
  const files = await openFileStore(config.fileStore)
  const decoder = createPictureDecoder()
  const headpics = createHeadpic({ db, files, limiter, publicUrl, decoder })
  profileRoutes(add, db, publicUrl, headpics)
  headpicFileRoutes(http, headpics)
  appLogoRoutes(http, db)
  regionRoutes(add)
  exportRoutes(add, createExportAccount({ db, files, limiter, findBrand: code => findBrand(brands, code) }))
  return { files, sweepHeadpics: headpics.sweep, stopDecoder: decoder.stop }
}

function addCookieSyncRoutes(services: IdentityServices): void {
  const { http, db, publicUrl } = services
  cookieSyncRoutes(http, {
    ...services,
    resolveNextHop: createCookieChain(services),
    readAccountNames: uid => fullInfo(db, uid, publicUrl()),
  })
}

/** The channels of social sign-in that the sign-in page offers, in order, and their OAuth client ids. */
async function addSocialRoutes(services: IdentityServices) {
  const { add, http, db, brands } = services
  const social = await createSocial({ ...services, demo: services.demoChannel })
  socialRoutes(add, db, social)
  socialBrowserRoutes(http, { ...services, ...social, brands: new Set(brands.keys()) })
  return { socialChannels: social.offered, socialClients: social.clientIds }
}

export { LIFT_BANS_JOB, liftEndedBansTask } from './account/lift-ended-bans.ts'
export { ERASE_EVENTS_JOB } from './erasure/erased-logins.ts'
export {
  MISSING_ERASURE_RECORDS_JOB,
  writeErasureRecordTask,
  writeMissingErasureRecordsTask,
} from './erasure/erasure-record-jobs.ts'
export { ERASURE_RECORD_JOB, type ErasureRecordStore } from './erasure/erasure-records.ts'
export { FACTOR_REMOVAL_JOB, remindFactorRemovalTask } from './factors/factor-removal.ts'
export { LOGOUT_JOB } from './grant/end-grants.ts'
export { createIdentityServices, type IdentityOptions } from './identity-services.ts'
export { carryOutMailboxChangesTask, MAILBOX_CHANGES_JOB } from './mailbox/mailbox-change.ts'
export { type LogoutJobDependencies, logoutTask } from './openid/logout-job.ts'
export { SWEEP_SESSIONS_JOB, sweepSessionsTask } from './session/sweep-sessions.ts'
