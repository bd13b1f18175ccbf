import {
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useStore } from '../../../state/use-store.ts';
import { isRightToLeft } from '../../../strings/language.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import styles from './list-resizer.module.css';
import { applyListWidth, chosenListWidth, clampListWidth, getMaxWidth, MIN_WIDTH_PX } from './list-width.ts';

const KEY_STEP_PX = 16;

export function ListResizer() {
  const windowWidth = useSyncExternalStore(subscribeToResize, () => window.innerWidth);
  const chosen = useStore(chosenListWidth);
  /** A drag stores the width once, at its end. */
  const [dragged, setDragged] = useState<number>();
  const width = clampListWidth(dragged ?? chosen, windowWidth);
  useLayoutEffect(() => applyListWidth(dragged ?? chosen), [dragged, chosen]);

  function drag(wanted: number): void {
    setDragged(clampListWidth(wanted, windowWidth));
  }

  function choose(wanted: number | undefined): void {
    chosenListWidth.set(wanted === undefined ? undefined : clampListWidth(wanted, windowWidth));
    setDragged(undefined);
  }

  function onPointerMove({ clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>): void {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    drag(isRightToLeft() ? windowWidth - clientX : clientX);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const wanted = getWidthForKey(event.key, width, windowWidth);
    if (wanted === undefined) return;
    event.preventDefault();
    choose(wanted);
  }

  return (
    <div
      // A movable separator is focusable (ARIA), and <hr> is not movable.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      className={styles.edge}
      tabIndex={0}
      aria-label={lazyStrings.listWidth.label}
      aria-orientation="vertical"
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={getMaxWidth(windowWidth)}
      aria-valuenow={width}
      aria-valuetext={lazyStrings.listWidth.pixels(width)}
      title={lazyStrings.listWidth.tooltip}
      onKeyDown={onKeyDown}
      onPointerDown={({ button, currentTarget, pointerId }) => {
        if (button === 0) currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => dragged !== undefined && choose(dragged)}
      onDoubleClick={() => choose(undefined)}
    />
  );
}

/** Undefined for a key that does not move the separator. */
function getWidthForKey(key: string, width: number, windowWidth: number): number | undefined {
  const forward = isRightToLeft() ? -KEY_STEP_PX : KEY_STEP_PX;
  if (key === 'ArrowRight') return width + forward;
  if (key === 'ArrowLeft') return width - forward;
  if (key === 'Home') return MIN_WIDTH_PX;
  return key === 'End' ? getMaxWidth(windowWidth) : undefined;
}

function subscribeToResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
