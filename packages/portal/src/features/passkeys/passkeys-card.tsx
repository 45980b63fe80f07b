import type { OutputOf } from '@kerf/contract/endpoint'
import type { listPasskeys } from '@kerf/contract/endpoints/passkey'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from '../../lib/form/use-form.ts'
import { hasDecreased, useFocusFallback } from '../../lib/page/use-focus-fallback.ts'
import { refreshAccount } from '../../lib/session/current-account.ts'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { canCreatePasskey, hasPasskeySupport } from '../../parts/passkeys/passkey-support.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card, type CardState } from '../../ui/card/card.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { FingerprintIcon } from '../../ui/icon/fingerprint-icon.tsx'
import { Item, ItemList, ItemSkeletons } from '../../ui/item-list/item-list.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'
import styles from './passkeys-card.module.css'
import { passkeysQuery } from './passkeys-query.ts'

type Passkey = OutputOf<typeof listPasskeys>['passkeys'][number]

interface Props {
  email: string
  /** passkeys that the account is known to have, while the list loads */
  count: number
}

/** What a passkey is called: by its owner, by its password manager, or "Passkey". */
const labelOf = ({ name, provider }: Passkey): string => name || provider || m.passkey_unnamed()

/** The first passkey is recommended where this browser can create one. Of several, it says how many are not accepted. */
function stateOf(all: number, working: number): CardState {
  if (all === 0) {
    return canCreatePasskey()
      ? { text: m.security_state_recommended({ state: m.security_state_none() }), tone: 'info' }
      : { text: m.security_state_none() }
  }
  if (working === all) return { text: m.security_state_set(), tone: 'accent' }
  return {
    text:
      working === 0 ? m.passkey_not_accepted() : m.passkey_some_not_accepted({ count: all - working, all }),
    tone: 'warning',
  }
}

/** The passkeys of the account. */
export function PasskeysCard({ email, count }: Props) {
  const query = useQuery(passkeysQuery())
  const { data } = query
  const [open, setOpen] = useState<{ readonly dialog: 'rename' | 'remove'; readonly passkey: Passkey }>()
  const close = () => setOpen(undefined)
  /** that can log in: a refused one is marked in its row */
  const working = data ? data.passkeys.filter(({ suspended }) => !suspended).length : count
  const all = data?.passkeys.length ?? count

  useEffect(() => {
    if (!data || !hasPasskeySupport()) return
    import('../../parts/passkeys/passkey.ts').then(
      ({ signalPasskeys }) => signalPasskeys(data, data.passkeys, email),
      () => {},
    )
  }, [data, email])

  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      const { addOwnPasskey } = await import('../../parts/passkeys/passkey.ts')
      const isAdded = await withReauthentication(() => addOwnPasskey(signal))
      if (isAdded) toast(m.passkey_added(), 'success')
      else toast(m.passkey_exists(), 'info')
      await Promise.all([query.refetch(), refreshAccount()])
    },
  })

  // Browsers offer no passkeys to the portal's address.
  if (data?.rpId === '' && data.passkeys.length === 0) return null
  return (
    <Card
      title={m.passkey_title()}
      mark={<FingerprintIcon />}
      state={stateOf(all, working)}
      description={m.passkey_text()}
      action={
        canCreatePasskey() && (
          <form {...form.props}>
            <Button
              type="submit"
              variant={all === 0 ? 'primary' : 'secondary'}
              size="small"
              aria-label={m.passkey_create()}
              pending={form.pending}
            >
              {m.passkey_create_short()}
            </Button>
          </form>
        )
      }
    >
      <ErrorNotice error={form.submitError} />
      {!canCreatePasskey() && (
        <p className={styles.hint}>
          {hasPasskeySupport() ? m.passkey_not_in_frame() : m.passkey_unsupported()}
        </p>
      )}
      <LoadRegion
        query={query}
        skeleton={count > 0 && <ItemSkeletons />}
        loadingText={m.passkey_loading()}
        className={styles.body}
      >
        {({ passkeys }) => (
          <PasskeyList passkeys={passkeys} onOpen={(dialog, passkey) => setOpen({ dialog, passkey })} />
        )}
      </LoadRegion>
      {open?.dialog === 'rename' && (
        <RenamePasskeyDialog
          id={open.passkey.id}
          name={open.passkey.name}
          fallback={open.passkey.provider || m.passkey_unnamed()}
          onRenamed={() => query.refetch()}
          onClose={close}
        />
      )}
      {open?.dialog === 'remove' && (
        <RemovePasskeyDialog
          id={open.passkey.id}
          label={labelOf(open.passkey)}
          onRemoved={() => Promise.all([query.refetch(), refreshAccount()])}
          onClose={close}
        />
      )}
    </Card>
  )
}

interface ListProps {
  passkeys: readonly Passkey[]
  onOpen(dialog: 'rename' | 'remove', passkey: Passkey): void
}

function PasskeyList({ passkeys, onOpen }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useFocusFallback(list, passkeys.length, hasDecreased)
  return (
    <div ref={list} tabIndex={-1}>
      {passkeys.length > 0 && (
        <ItemList>
          {passkeys.map(passkey => (
            <Item
              key={passkey.id}
              mark={<FingerprintIcon />}
              title={labelOf(passkey)}
              badge={passkey.suspended && m.passkey_not_accepted()}
              badgeTone="warning"
              facts={<PasskeyFacts passkey={passkey} />}
              actions={
                <>
                  {!passkey.suspended && (
                    <Button
                      variant="secondary"
                      size="small"
                      aria-label={m.passkey_rename_what({ name: labelOf(passkey) })}
                      onClick={() => onOpen('rename', passkey)}
                    >
                      {m.passkey_rename()}
                    </Button>
                  )}
                  <Button
                    variant={passkey.suspended ? 'secondary' : 'removal'}
                    size="small"
                    aria-label={m.passkey_remove_what({ name: labelOf(passkey) })}
                    onClick={() => onOpen('remove', passkey)}
                  >
                    {m.passkey_remove()}
                  </Button>
                </>
              }
            />
          ))}
        </ItemList>
      )}
    </div>
  )
}

const PasskeyFacts = ({ passkey }: { passkey: Passkey }) => (
  <>
    {passkey.suspended && <span>{m.passkey_suspended()}</span>}
    {passkey.name && passkey.provider && <span>{passkey.provider}</span>}
    <time dateTime={isoDateTime(passkey.createdAt)}>
      {m.passkey_created({ date: formatDate(passkey.createdAt) })}
    </time>
    {passkey.lastUsedAt === null ? (
      <span>{m.passkey_never_used()}</span>
    ) : (
      <>
        <span>
          {m.passkey_last_used()} <RelativeTime at={passkey.lastUsedAt} />
        </span>
        {passkey.application && <span>{passkey.application}</span>}
        {passkey.location && <span>{passkey.location}</span>}
      </>
    )}
    {!passkey.synced && <span>{m.passkey_this_device()}</span>}
  </>
)
