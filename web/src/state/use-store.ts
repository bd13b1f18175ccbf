import type { Store } from '@snug/client';
import { useSyncExternalStore } from 'react';

export function useStore<Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
