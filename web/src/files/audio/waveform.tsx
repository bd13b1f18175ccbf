import styles from './waveform.module.css';
import { barsOf } from './waveform-bars.ts';

const BARS = 48;
const STEP = 4;
const HEIGHT = 28;

/** The loudness of a recording, with what has played (`--played`, 0 to 1) in the accent's colour. */
export function Waveform({ peaks }: { peaks: readonly number[] }) {
  const bars = barsOf(peaks, BARS).map((bar, index) => {
    const half = Math.max(1, (bar * (HEIGHT - 2)) / 2);
    return `M${index * STEP + STEP / 2} ${(HEIGHT / 2 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
  });
  const path = bars.join('');
  return (
    <svg
      className={styles.waveform}
      viewBox={`0 0 ${BARS * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path className={styles.all} d={path} />
      <path className={styles.played} d={path} />
    </svg>
  );
}
