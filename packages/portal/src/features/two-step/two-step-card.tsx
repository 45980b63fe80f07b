import {
  forgetBrowsers,
  removeTotp,
  renewRecoveryCodes,
  stopFactorRemoval,
} from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { hasDecreased, useFocusFallback } from '../../lib/page/use-focus-fallback.ts'
import { formatDate, formatDateTime, isoDateTime } from '../../lib/text/format-time.ts'
import { RecoveryCodesDialog } from '../../parts/factors/recovery-codes-dialog.tsx'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { ShieldIcon } from '../../ui/icon/icons.tsx'
import { BrowserIcon, PhoneIcon, SheetIcon } from '../../ui/icon/platforms.tsx'
import { Item, ItemList, ItemSkeletons } from '../../ui/item-list/item-list.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { FEW_RECOVERY_CODES, factorsQuery } from './factors-query.ts'
import { TotpSetupDialog } from './totp-setup-dialog.tsx'
import styles from './two-step-card.module.css'

interface Props {
  /** false: the account still has its default password */
  mayChange?: boolean
  /** it is what would protect the account better */
  isRecommended?: boolean
}

type Open = 'setup' | 'remove' | 'renew' | 'forget' | 'stop'

/** Two-step login: the authenticator app, the recovery codes, and the browsers that are not asked. */
export function TwoStepCard({ mayChange = true, isRecommended = false }: Props) {
  const queryClient = useQueryClient()
  const query = useQuery(factorsQuery())
  const [open, setOpen] = useState<Open>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setOpen(undefined)
  const refresh = () => void queryClient.invalidateQueries(factorsQuery())
  const showCodes = (fresh: readonly string[]) => {
    close()
    setCodes(fresh)
    refresh()
  }
  const factors = query.data
  const isOffered = isRecommended && mayChange
  // The button of the setup disappears while the codes are shown, that of the removal after it.
  const body = useRef<HTMLDivElement>(null)
  useFocusFallback(body, Number(codes !== undefined) + Number(factors?.totp != null), hasDecreased)
  return (
    <Card
      title={m.two_step_title()}
      // A shield with a check would say that it is on.
      mark={factors?.totp ? <ShieldIcon /> : <PhoneIcon />}
      state={
        factors && {
          text: factors.totp
            ? m.security_state_on()
            : isOffered
              ? m.security_state_recommended({ state: m.security_state_off() })
              : m.security_state_off(),
          tone: factors.totp ? 'accent' : isOffered ? 'info' : undefined,
        }
      }
      description={factors?.totp ? m.two_step_text_on() : m.two_step_text()}
      action={
        factors?.totp === null &&
        mayChange && (
          <RowButton
            variant={isOffered ? 'primary' : 'secondary'}
            name={m.two_step_set_up()}
            onClick={() => setOpen('setup')}
          >
            {m.two_step_set_up_short()}
          </RowButton>
        )
      }
    >
      <div ref={body} tabIndex={-1} className={styles.region}>
        <LoadRegion
          query={query}
          skeleton={<ItemSkeletons count={1} />}
          loadingText={m.security_loading()}
          className={styles.body}
        >
          {({ totp, recoveryCodes, rememberedBrowsers, required, removalAt }) => (
            <>
              {(totp || rememberedBrowsers > 0) && (
                <ItemList>
                  {totp && (
                    <>
                      <Item
                        mark={<PhoneIcon />}
                        title={m.two_step_app()}
                        facts={
                          <time dateTime={isoDateTime(totp.since)}>
                            {m.two_step_on({ date: formatDate(totp.since) })}
                          </time>
                        }
                        actions={
                          mayChange && (
                            <>
                              <RowButton name={m.two_step_replace()} onClick={() => setOpen('setup')}>
                                {m.two_step_replace_short()}
                              </RowButton>
                              {!required && (
                                <RowButton variant="removal" onClick={() => setOpen('remove')}>
                                  {m.two_step_remove()}
                                </RowButton>
                              )}
                            </>
                          )
                        }
                      >
                        {required && <p>{m.two_step_required()}</p>}
                        {removalAt !== null && (
                          <Notice tone="warning">
                            <p>{m.lost_factor_notice({ time: formatDateTime(removalAt) })}</p>
                            <Button variant="secondary" size="small" onClick={() => setOpen('stop')}>
                              {m.lost_factor_stop()}
                            </Button>
                          </Notice>
                        )}
                      </Item>
                      <Item
                        mark={<SheetIcon />}
                        title={m.two_step_codes()}
                        badge={m.two_step_codes_left({ count: recoveryCodes })}
                        badgeTone={recoveryCodes < FEW_RECOVERY_CODES ? 'warning' : 'neutral'}
                        facts={<span>{m.two_step_codes_use()}</span>}
                        actions={
                          mayChange && (
                            <RowButton name={m.two_step_renew()} onClick={() => setOpen('renew')}>
                              {m.two_step_renew_short()}
                            </RowButton>
                          )
                        }
                      />
                    </>
                  )}
                  {rememberedBrowsers > 0 && (
                    <Item
                      mark={<BrowserIcon />}
                      title={m.two_step_browsers()}
                      facts={<span>{m.two_step_browsers_count({ count: rememberedBrowsers })}</span>}
                      actions={
                        mayChange && (
                          <RowButton
                            variant="removal"
                            name={m.two_step_forget()}
                            onClick={() => setOpen('forget')}
                          >
                            {m.two_step_forget_short()}
                          </RowButton>
                        )
                      }
                    />
                  )}
                </ItemList>
              )}
              {!mayChange && <Notice tone="warning">{m.two_step_default_password()}</Notice>}
            </>
          )}
        </LoadRegion>
      </div>
      {open === 'setup' && <TotpSetupDialog onDone={showCodes} onClose={close} />}
      {open === 'renew' && (
        <ActionDialog
          title={m.two_step_renew()}
          text={m.two_step_renew_text()}
          onClose={close}
          run={async () => {
            const renewed = await withReauthentication(() => callApi(renewRecoveryCodes, {}))
            showCodes(renewed.recoveryCodes)
          }}
        />
      )}
      {open === 'forget' && (
        <ActionDialog
          title={m.two_step_forget()}
          text={m.two_step_forget_text({ count: factors?.rememberedBrowsers ?? 0 })}
          onClose={close}
          run={async () => {
            await callApi(forgetBrowsers, {})
            close()
            refresh()
          }}
        />
      )}
      {open === 'stop' && (
        <ActionDialog
          title={m.lost_factor_stop()}
          text={m.lost_factor_stop_text()}
          onClose={close}
          run={async () => {
            await callApi(stopFactorRemoval, {})
            toast(m.lost_factor_stopped(), 'success')
            close()
            refresh()
          }}
        />
      )}
      {open === 'remove' && (
        <ActionDialog
          title={m.two_step_remove()}
          text={m.two_step_remove_text()}
          danger
          onClose={close}
          run={async () => {
            await withReauthentication(() => callApi(removeTotp, {}))
            toast(m.two_step_removed(), 'success')
            close()
            refresh()
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}

interface RowButtonProps {
  /** in full, where the row has room for a part of it only */
  name?: string
  variant?: 'primary' | 'secondary' | 'removal'
  onClick(): void
  children: string
}

const RowButton = ({ name, variant = 'secondary', onClick, children }: RowButtonProps) => (
  <Button variant={variant} size="small" aria-label={name} onClick={onClick}>
    {children}
  </Button>
)

interface ActionDialogProps {
  title: string
  text: string
  danger?: boolean
  run(): Promise<void>
  onClose(): void
}

/** Asks before a change, and shows why it failed. */
function ActionDialog({ title, text, danger = false, run, onClose }: ActionDialogProps) {
  const form = useForm<never>({ rules: {}, send: run })
  return (
    <FormDialog
      title={title}
      form={form}
      submit={title}
      tone={danger ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <p>{text}</p>
    </FormDialog>
  )
}
