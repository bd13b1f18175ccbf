import type { RoomOptions } from '@snug/client';
import styles from './option-marks.module.css';

const STAR = 'm12 2.5 3 6.2 6.8.9-5 4.7 1.3 6.8-6.1-3.3-6.1 3.3 1.3-6.8-5-4.7 6.8-.9z';
const CROSSED_BELL = 'M7 7.5V9c0 5-3 7-3 7h12M9.5 4A6 6 0 0 1 18 9c0 2 .5 3.5 1 4.5M10 20h4M3 3l18 18';

/** After the name of a room. The name of the link has the words for them. */
export function OptionMarks({ favourite, muted }: RoomOptions) {
  return (
    <>
      {favourite && <Mark path={STAR} className={styles.favourite} />}
      {muted && <Mark path={CROSSED_BELL} className={styles.muted} />}
    </>
  );
}

function Mark({ path, className }: { path: string; className: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden>
      <path d={path} />
    </svg>
  );
}
