import { type KeyboardEvent, type PointerEvent, useState, useSyncExternalStore } from 'react';
import { isRightToLeft } from '../strings/language.ts';
import { words } from '../strings/strings.ts';
import styles from './list-resizer.module.css';
import {
  applyListWidth,
  keepListWidth,
  LEAST_WIDTH,
  listWidth,
  mostWidth,
  storedListWidth,
} from './list-width.ts';

/** What one press of an arrow key moves the edge by, px. */
const STEP = 16;

/** The edge between the list of rooms and the open room, moved by pointer or keys. */
export function ListResizer() {
  const windowWidth = useSyncExternalStore(watchWindow, () => window.innerWidth);
  const [chosen, setChosen] = useState(storedListWidth);
  const width = listWidth(chosen, windowWidth);

  /** While it is dragged it is kept once, at the end. */
  function choose(wanted: number | undefined, keep = true): void {
    const next = wanted === undefined ? undefined : listWidth(wanted, windowWidth);
    applyListWidth(next);
    setChosen(next);
    if (keep) keepListWidth(next);
  }

  function drag({ clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>): void {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    choose(isRightToLeft() ? windowWidth - clientX : clientX, false);
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const wanted = widthByKey(event.key, width, windowWidth);
    if (wanted === undefined) return;
    event.preventDefault();
    choose(wanted);
  }

  return (
    <div
      // A separator that can be moved takes the focus (ARIA), and <hr> cannot be moved.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      className={styles.edge}
      tabIndex={0}
      aria-label={words.rooms.listWidth}
      aria-orientation="vertical"
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={mostWidth(windowWidth)}
      aria-valuenow={width}
      aria-valuetext={words.rooms.pixels(width)}
      title={words.rooms.listWidthTip}
      onKeyDown={press}
      onPointerDown={({ button, currentTarget, pointerId }) => {
        if (button === 0) currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={drag}
      onLostPointerCapture={() => keepListWidth(chosen)}
      onDoubleClick={() => choose(undefined)}
    />
  );
}

/** What a key makes of the width, if it is for that. */
function widthByKey(key: string, width: number, windowWidth: number): number | undefined {
  const forward = isRightToLeft() ? -STEP : STEP;
  if (key === 'ArrowRight') return width + forward;
  if (key === 'ArrowLeft') return width - forward;
  if (key === 'Home') return LEAST_WIDTH;
  return key === 'End' ? mostWidth(windowWidth) : undefined;
}

function watchWindow(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
