import { LoadingText, SkeletonCircle, SkeletonLine } from '../../../ui/feedback/loading.tsx';
import styles from './message-list-skeleton.module.css';

const SHAPES = [50, 75, 35, 90] as const;

export function MessageListSkeleton() {
  return (
    <div className={styles.skeleton}>
      <LoadingText />
      <MessageShapes />
    </div>
  );
}

export function MessageShapes() {
  return (
    <div aria-hidden>
      {SHAPES.map(width => (
        <div key={width} className={styles.row}>
          <SkeletonCircle />
          <div className={styles.lines}>
            <SkeletonLine width={20} />
            <SkeletonLine width={width} />
          </div>
        </div>
      ))}
    </div>
  );
}
