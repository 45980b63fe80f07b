import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './course-card.module.css'

/** A course's shape while it is on its way. */
export const CourseSkeleton = () => (
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
