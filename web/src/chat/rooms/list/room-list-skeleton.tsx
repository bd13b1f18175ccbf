import { LoadingText, SkeletonLine } from '../../../ui/feedback/loading.tsx';
import styles from './room-list.module.css';

export function SkeletonRow({ width = 50 }: { width?: 35 | 50 }) {
  return (
    <div className={styles.skeleton} aria-hidden>
      <SkeletonLine width={width} />
      <SkeletonLine width={90} />
    </div>
  );
}

export function RoomListSkeleton() {
  return (
    <>
      {([50, 35, 50, 35, 50] as const).map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- skeletons have no identity
        <SkeletonRow key={index} width={width} />
      ))}
      <LoadingText />
    </>
  );
}
