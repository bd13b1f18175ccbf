import type { CSSProperties } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import { formatDuration } from './format-duration.ts';
import styles from './seek-bar.module.css';
import { Waveform } from './waveform.tsx';

const SECOND_MS = 1000;

interface SeekBarProps {
  /** If undefined, the bar is a plain line. */
  peaks: readonly number[] | undefined;
  elapsed: number;
  total: number | undefined;
  onSeek: (elapsed: number) => void;
}

export function SeekBar({ peaks, elapsed, total, onSeek }: SeekBarProps) {
  const played = total ? Math.min(1, elapsed / total) : 0;
  return (
    <span className={styles.bar} style={{ '--played': played } as CSSProperties}>
      {peaks ? <Waveform peaks={peaks} /> : <span className={styles.line} />}
      <input
        type="range"
        className={styles.slider}
        tabIndex={useRovingTabIndex()}
        aria-label={lazyStrings.audio.position}
        aria-valuetext={formatPosition(elapsed, total)}
        min={0}
        // A whole number of steps, so that the last one reaches the end.
        max={Math.ceil((total ?? 0) / SECOND_MS) * SECOND_MS}
        step={total !== undefined && total < 20 * SECOND_MS ? SECOND_MS / 10 : SECOND_MS}
        disabled={total === undefined}
        value={elapsed}
        onChange={event => onSeek(Math.min(event.target.valueAsNumber, total ?? 0))}
      />
    </span>
  );
}

function formatPosition(elapsed: number, total: number | undefined): string {
  const { positionOf, positionOnly } = lazyStrings.audio;
  const played = formatDuration(elapsed);
  return total === undefined ? positionOnly(played) : positionOf(played, formatDuration(total));
}
