import { useSyncExternalStore } from 'react';

/** Where there is space for one pane only: the same as in the style sheets. */
const narrowQuery = window.matchMedia('(max-width: 992px)');

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrowQuery.matches);
}

function subscribe(listener: () => void): () => void {
  narrowQuery.addEventListener('change', listener);
  return () => narrowQuery.removeEventListener('change', listener);
}
