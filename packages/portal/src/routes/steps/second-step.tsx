import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import { useEffect, useEffectEvent } from 'react'
import { useRouter } from '../../lib/router/router-view.tsx'
import { rememberSignIn } from '../../lib/session/remember-sign-in.ts'
import { startSession } from '../../lib/session/session.ts'
import { portalHref } from '../../lib/url/links.ts'
import { askSecondStep } from '../../parts/second-step/ask-second-step.tsx'
import { pendingStep } from '../../parts/social/social-flow-storage.ts'
import { LoginScreen } from '../login.tsx'

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
