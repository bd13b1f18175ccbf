import { useSyncExternalStore } from 'react';

/** Where there is space for one pane only: the same as in the style sheets. */
const narrow = window.matchMedia('(max-width: 992px)');

export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches);
}

function watch(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}
