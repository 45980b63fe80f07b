import { Card } from '../../ui/card/card.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './course-card.module.css'

/** Skeletons of the courses while they load. As tall as the window, so that the content below does not shift. */
export const TrainingSkeleton = () => (
  <div className={styles.loading}>
    <CourseSkeleton />
    <CourseSkeleton />
  </div>
)

const CourseSkeleton = () => (
  <Card>
    <div className={styles.course}>
      <div className={styles.picture} />
      <div className={styles.words}>
        <Skeleton shape="title" width="third" />
        <Skeleton />
        <Skeleton width="half" />
      </div>
      <Skeleton shape="control" width="third" />
    </div>
  </Card>
)
