import type { Store } from '@snug/client';
import { useSyncExternalStore } from 'react';

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
