import styles from './waveform.module.css';
import { computeBars } from './waveform-bars.ts';

const BAR_COUNT = 48;
const BAR_STEP = 4;
const HEIGHT = 28;

/** The CSS variable `--played`, 0 to 1, sets the part in the accent colour. */
export function Waveform({ peaks }: { peaks: readonly number[] }) {
  const bars = computeBars(peaks, BAR_COUNT).map((bar, index) => {
    const half = Math.max(1, (bar * (HEIGHT - 2)) / 2);
    return `M${index * BAR_STEP + BAR_STEP / 2} ${(HEIGHT / 2 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
  });
  const path = bars.join('');
  return (
    <svg
      className={styles.waveform}
      viewBox={`0 0 ${BAR_COUNT * BAR_STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path className={styles.all} d={path} />
      <path className={styles.played} d={path} />
    </svg>
  );
}
