import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import { useEffect, useEffectEvent } from 'react'
import { askSecondStep } from '../features/second-step/ask-second-step.tsx'
import { pendingStep } from '../features/social/social-flow-storage.ts'
import { portalHref } from '../lib/links.ts'
import { rememberSignIn } from '../lib/remember-sign-in.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { startSession } from '../lib/session.ts'
import { LoginScreen } from './login.tsx'

interface Props {
  channel: string
  flow: string
  methods: readonly LoginStepMethod[]
}

/** Login page with the second step of a social login that came back by redirect. */
export function SecondStepScreen({ channel, flow, methods }: Props) {
  const router = useRouter()
  const goOn = useEffectEvent(() => {
    pendingStep.clear()
    return router.replace(portalHref('login'))
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    askSecondStep({ flow, methods: [...methods] }, signal).then(
      ({ utoken }) => {
        rememberSignIn(channel)
        startSession(utoken)
        void goOn()
      },
      () => {
        if (!signal.aborted) void goOn()
      },
    )
    return () => controller.abort()
  }, [channel, flow, methods])
  return <LoginScreen />
}
