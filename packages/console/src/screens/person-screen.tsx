/** The page of a person shows answers first, then facts, with the acts beside what they mend. */
import * as m from '@kerf/locales/messages'
import { TabPanel, Tabs } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConsoleCallError } from '../api/call-console.ts'
import { consoleQuery } from '../api/queries.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { useSession } from '../session/session.tsx'
import { Answers } from './person/answers.tsx'
import { PersonBenefits, PersonCertificates } from './person/benefits.tsx'
import { PersonFacts } from './person/facts.tsx'
import { PersonHistory } from './person/history.tsx'
import { PersonLimits, PersonMails, PersonSessions } from './person/lists.tsx'
import { PersonMachines } from './person/machines.tsx'

const route = getRouteApi('/people/$who')
const addressRoute = getRouteApi('/people')

export function PersonScreen() {
  const { who } = route.useParams()
  const { tab } = route.useSearch()
  if (who.includes('@'))
    return <Navigate to="/people" search={{ who, ...(tab !== undefined && { tab }) }} replace />
  // The key drops what was revealed or typed on the page of another person.
  return <Person key={who} who={who} tab={tab} />
}

/** The path of a page never holds an email address. */
export function PersonOfAddress() {
  const { who, tab } = addressRoute.useSearch()
  return who ? <Person key={who} who={who} tab={tab} /> : <Navigate to="/" replace />
}

function Person({ who, tab = 'answers' }: { who: string; tab: string | undefined }) {
  const navigate = useNavigate()
  const { session } = useSession()
  const person = useQuery(consoleQuery('user show', { who }))
  const tabs = [
    { value: 'answers', label: m.console_person_answers(), call: 'explain' },
    { value: 'facts', label: m.console_person_facts(), call: 'user show' },
    { value: 'sessions', label: m.console_person_sessions(), call: 'user sessions' },
    { value: 'mails', label: m.console_person_mails(), call: 'mail list' },
    { value: 'limits', label: m.console_person_limits(), call: 'user limits show' },
    { value: 'benefits', label: m.console_person_benefits(), call: 'redemption list' },
    { value: 'certificates', label: m.console_person_certificates(), call: 'certificate find' },
    { value: 'machines', label: m.console_nav_machines(), call: 'user machines' },
    { value: 'history', label: m.console_person_history(), call: 'user history' },
  ] as const
  const shown = tabs.filter(({ call }) => session.calls[call])
  const selected = shown.some(({ value }) => value === tab) ? tab : 'answers'
  const panels: Readonly<Record<string, () => ReactNode>> = {
    answers: () => <Answers who={who} />,
    facts: () => <Loaded query={person}>{data => <PersonFacts person={data} />}</Loaded>,
    sessions: () => <PersonSessions who={who} />,
    mails: () => <PersonMails who={who} />,
    limits: () => <PersonLimits who={who} />,
    benefits: () => <PersonBenefits who={who} />,
    certificates: () => <PersonCertificates who={who} />,
    machines: () => <PersonMachines who={who} />,
    history: () => <PersonHistory who={who} />,
  }
  const isAddress = who.includes('@')
  // The browser's history keeps titles.
  const title = person.data
    ? person.data.nickname || person.data.userName || person.data.account || person.data.email
    : isAddress
      ? m.console_person_answers()
      : who
  const isUnknown = person.error instanceof ConsoleCallError && person.error.failure.error === 'refused'
  // An address may have no account and still get no code: the facts say why.
  if (person.error && !person.data)
    return (
      <Page title={title}>
        {isUnknown && isAddress ? <Answers who={who} /> : <Loaded query={person}>{() => null}</Loaded>}
      </Page>
    )
  return (
    <Page title={title}>
      <Tabs
        name="person"
        label={title}
        tabs={shown}
        selected={selected}
        onSelect={next =>
          void navigate({ to: '.', search: (now: object) => ({ ...now, tab: next }), replace: true })
        }
      />
      <TabPanel name="person" value={selected} selected={selected}>
        {panels[selected]?.()}
      </TabPanel>
    </Page>
  )
}
