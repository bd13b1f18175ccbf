import { useEffect, useEffectEvent, useState } from 'react';
import { openCover } from '../browser/location.ts';

/**
 * For everything that covers the page: dialogs, sheets, menus, pictures. Back closes the topmost of them by its `onBack`. Returns the
 * value for `open` of its root.
 */
export function useCover(isOpen: boolean, onBack: () => void): boolean {
  const close = useEffectEvent(onBack);
  useEffect(() => (isOpen ? openCover(() => close()) : undefined), [isOpen]);
  return useOpenTransition(isOpen);
}

/** False in the first render: a dialog that mounts open would skip its opening animation. */
function useOpenTransition(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is its purpose
  useEffect(() => setMounted(true), []);
  return isOpen && isMounted;
}
