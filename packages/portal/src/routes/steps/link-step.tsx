import * as m from '@kerf/locales/messages'
import { Person } from '../../features/authorization/person.tsx'
import { Heading } from '../../features/login/heading.tsx'
import { AgreementForm } from '../../features/social/agreement-form.tsx'
import { EmailForm } from '../../features/social/email-form.tsx'
import { FlowPending } from '../../features/social/flow-pending.tsx'
import { OwnershipForm } from '../../features/social/ownership-form.tsx'
import { ProviderFace } from '../../features/social/provider-face.tsx'
import { useSocialFlow } from '../../features/social/use-social-flow.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { useRouter } from '../../lib/router/router-view.tsx'
import { portalHref } from '../../lib/url/links.ts'
import { providerName } from '../../parts/social/provider-name.ts'
import { pendingStep, type SocialStep } from '../../parts/social/social-flow-storage.ts'
import { Card } from '../../ui/card/card.tsx'
import { BackLink } from '../../ui/flow-step/back-button.tsx'
import flowStyles from '../../ui/flow-step/flow-step.module.css'
import { toast } from '../../ui/toast/toast.ts'
import { StepFrame } from '../frames/step-frame.tsx'

const EXPIRED = 'expired'

interface Props {
  channel: string
  flow: string
}

/** Step that connects a social sign-in to an account: the person verifies the mailbox or enters one. */
export const LinkStep = (props: Props) => (
  <QueryProvider>
    <LinkForms {...props} />
  </QueryProvider>
)

function LinkForms({ channel, flow }: Props) {
  useLanguage()
  const router = useRouter()
  const name = providerName(channel)
  const goOn = (step?: SocialStep) => {
    if (step) pendingStep.set(step)
    else pendingStep.clear()
    return router.replace(portalHref('login', step && `step=${step.kind}`))
  }
  const ends = {
    onExpired: () => void goOn({ kind: 'failed', channel, error: EXPIRED }),
    async onConnected(created: boolean) {
      await goOn(created ? { kind: 'welcome', channel } : undefined)
      if (!created && about?.needs === 'proof') toast(m.social_connected({ name }), 'success')
    },
  }
  const { data: about, error, refetch } = useSocialFlow(flow, ends.onExpired)
  if (!about) {
    return (
      <StepFrame key="pending">
        <BackLink to="login">{m.social_back()}</BackLink>
        <FlowPending error={describeQueryError(error)} retry={() => void refetch()} />
      </StepFrame>
    )
  }
  const forms = {
    flow,
    about,
    ...ends,
  }
  const { title, lead, Form } = {
    proof: {
      title: m.social_proof_title(),
      lead: m.social_proof_lead({ name }),
      Form: OwnershipForm,
    },
    email: { title: m.social_email_title(), lead: m.social_email_lead({ name }), Form: EmailForm },
    agreement: {
      title: m.social_agreement_title(),
      lead: m.social_agreement_lead({ name }),
      Form: AgreementForm,
    },
  }[about.needs]
  // As the provider knows the person. Of the account only the masked address is shown before a proof.
  const person = about.name || about.email
  return (
    <StepFrame key="known">
      <BackLink to="login">{m.social_back()}</BackLink>
      <Heading title={title}>{lead}</Heading>
      <div className={flowStyles.cut}>
        <Card>
          {person && (
            <Person
              name={person}
              detail={about.email || name}
              picture=""
              otherFace={<ProviderFace channel={channel} />}
            />
          )}
          <Form {...forms} />
        </Card>
      </div>
    </StepFrame>
  )
}
