import { useEffect, useEffectEvent } from 'react';
import { openCover } from '../browser/location.ts';
import { useOpenTransition } from './use-open-transition.ts';

/**
 * For everything that covers the page: dialogs, sheets, menus, pictures. Back closes the topmost of them by its `onBack`. Returns the
 * value for `open` of its root.
 */
export function useCover(isOpen: boolean, onBack: () => void): boolean {
  const close = useEffectEvent(onBack);
  useEffect(() => (isOpen ? openCover(() => close()) : undefined), [isOpen]);
  return useOpenTransition(isOpen);
}
