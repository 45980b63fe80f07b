import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { MachinePicture } from '../features/machines/machine-picture.tsx'
import { CourseRow } from '../features/training/course-card.tsx'
import { TrainingList } from '../features/training/training-list.tsx'
import { trainingQuery } from '../features/training/training-query.ts'
import { useLanguage } from '../lib/page/language.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { useAccount } from '../lib/session/current-account.ts'
import { portalHref } from '../lib/url/links.ts'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { Card } from '../ui/card/card.tsx'
import { ProfileFrame } from './frames/profile-frame.tsx'

/** Safety training: the list of courses. */
export function TrainingPage() {
  useLanguage()
  const info = useAccount()
  const { isPending } = useQuery(trainingQuery(), queryClient)
  return (
    <ProfileFrame base="profile" current="training" title={m.training_title()} lead={m.training_lead()}>
      {info && (
        <TrainingList key={info.uid} info={info} drawingOf={course => <MachinePicture line={course} />} />
      )}
      {/* The courses are shorter than their skeleton: what follows them would move up. */}
      {!isPending && (
        <Card>
          <CourseRow
            picture={<MachinePicture line="welder" />}
            action={
              <ButtonLink variant="secondary" href={portalHref('sn-password')}>
                {m.training_welder_link()}
              </ButtonLink>
            }
          >
            <h2>{m.training_welder_title()}</h2>
            <p>{m.training_welder_text()}</p>
          </CourseRow>
        </Card>
      )}
    </ProfileFrame>
  )
}

export const loader = () => void queryClient.prefetchQuery(trainingQuery())
