import * as m from '@kerf/locales/messages'
import { TrainingList } from '../features/training/training-list.tsx'
import { trainingQuery } from '../features/training/training-query.ts'
import { useAccount } from '../lib/current-account.ts'
import { useLanguage } from '../lib/language.ts'
import { queryClient } from '../lib/query-client.ts'
import { ProfileFrame } from './profile-frame.tsx'

/** Safety training: the list of courses. */
export function TrainingPage() {
  useLanguage()
  const info = useAccount()
  return (
    <ProfileFrame base="profile" current="training" title={m.training_title()} lead={m.training_lead()}>
      {info && <TrainingList key={info.uid} info={info} />}
    </ProfileFrame>
  )
}

export const loader = () => void queryClient.prefetchQuery(trainingQuery())
