import { useSyncExternalStore } from 'react';

/** Space for one pane only. The style sheets use the same width. */
const narrowQuery = window.matchMedia('(max-width: 992px)');

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrowQuery.matches);
}

function subscribe(listener: () => void): () => void {
  narrowQuery.addEventListener('change', listener);
  return () => narrowQuery.removeEventListener('change', listener);
}
