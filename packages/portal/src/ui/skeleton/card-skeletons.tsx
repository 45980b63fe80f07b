import { Card } from '../card/card.tsx'
import { Skeleton } from './skeleton.tsx'

/** Cards while nothing is known about them. */
export const CardSkeletons = () =>
  ['half', 'third', 'full'].map(width => (
    <Card key={width}>
      <Skeleton shape="title" width="third" />
      <Skeleton />
      <Skeleton width="half" />
    </Card>
  ))
