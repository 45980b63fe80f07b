import { Card } from '../../ui/card/card.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './course-card.module.css'

/** The courses' shapes while they are on their way; as tall as the window, so that what stands below does not move. */
export const TrainingSkeleton = () => (
  <div className={styles.loading}>
    <CourseSkeleton />
    <CourseSkeleton />
  </div>
)

const CourseSkeleton = () => (
  <Card>
    <div className={styles.course}>
      <Skeleton shape="circle" />
      <div className={styles.words}>
        <Skeleton shape="title" width="third" />
        <Skeleton />
        <Skeleton width="half" />
      </div>
      <Skeleton shape="control" width="third" />
    </div>
  </Card>
)
