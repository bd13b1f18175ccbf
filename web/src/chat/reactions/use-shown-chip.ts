import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

const OPEN_MS = 350;
/** Time for the pointer to move from the chip to the names. */
const CLOSE_MS = 200;

/** Row-touch.tsx dispatches it on a chip after a long press. */
export const LONG_PRESS_EVENT = 'snug-long-press';

const LIST_EVENTS = ['pointerover', 'pointerout', 'focusin', 'focusout', 'scroll', LONG_PRESS_EVENT];
const CHIP_SELECTOR = '[data-chip]';

/** The chip of a reaction under the pointer, with the focus, or under a long press. `hold`: for the element beside it. */
export function useShownChip(list: RefObject<HTMLElement | null>) {
  const [chip, setChip] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function schedule(next: HTMLElement | undefined, ms: number): void {
    clearTimeout(timer.current);
    // Each message that arrives scrolls the list.
    if (next !== chip) timer.current = setTimeout(() => setChip(next), ms);
  }

  const onListEvent = useEffectEvent((event: Event) => {
    const chip = findChip(event.target);
    if (event.type === 'scroll' || event.type === 'focusout') schedule(undefined, 0);
    if (!chip) return;
    const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse';
    if (event.type === 'pointerover' && isMouse) schedule(chip, OPEN_MS);
    if (event.type === 'pointerout' && isMouse) schedule(undefined, CLOSE_MS);
    if (event.type === 'focusin' && chip.matches(':focus-visible')) schedule(chip, OPEN_MS);
    if (event.type === LONG_PRESS_EVENT) schedule(chip, 0);
  });
  useEffect(() => {
    const { current } = list;
    const listener = (event: Event) => onListEvent(event);
    for (const type of LIST_EVENTS) current?.addEventListener(type, listener);
    return () => {
      clearTimeout(timer.current);
      for (const type of LIST_EVENTS) current?.removeEventListener(type, listener);
    };
  }, [list]);

  useEffect(() => {
    if (!chip) return undefined;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setChip(undefined);
    const onPress = ({ target }: PointerEvent) => target !== chip && setChip(undefined);
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [chip]);

  const [hold] = useState(() => ({
    onPointerEnter: () => clearTimeout(timer.current),
    onPointerLeave: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setChip(undefined), CLOSE_MS);
    },
  }));
  const close = useCallback(() => setChip(undefined), []);
  // The chip may be gone, with its last reaction.
  return { chip: chip?.isConnected ? chip : undefined, hold, close };
}

function findChip(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>(CHIP_SELECTOR) ?? undefined) : undefined;
}
