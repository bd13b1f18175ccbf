import { type MouseEvent, useEffect, useState } from 'react';

/** A long press, where there is no pointer to hover with: the row is `data-held` until something else is touched. */
export function useHeld() {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return undefined;
    const release = (event: PointerEvent) => {
      const isInside = event.target instanceof Element && event.target.closest('[data-held]');
      if (!isInside) setHeld(false);
    };
    document.addEventListener('pointerdown', release);
    return () => document.removeEventListener('pointerdown', release);
  }, [isHeld]);

  function onContextMenu(event: MouseEvent): void {
    if (!matchMedia('(hover: none)').matches) return;
    event.preventDefault();
    setHeld(true);
  }

  return { onContextMenu, 'data-held': isHeld || undefined };
}
