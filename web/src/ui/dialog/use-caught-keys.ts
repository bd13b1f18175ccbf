import { useEffectEvent, useLayoutEffect } from 'react';
import { catchKeys } from '../keyboard/key-catcher.ts';

/** Keys that are typed while something opens are for its text field. `Dialog` passes them on. */
export function useCaughtKeys(isOpen: boolean, close: () => void): void {
  const cancel = useEffectEvent(close);
  useLayoutEffect(() => (isOpen ? catchKeys(() => cancel()) : undefined), [isOpen]);
}
