import type { Store } from '@snug/client';
import { useState, useSyncExternalStore } from 'react';

export type ReadableStore<Value> = Pick<Store<Value>, 'get' | 'subscribe'>;

export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Renders again only if the selected part changes. */
export function useSelected<Value, Part>(store: ReadableStore<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

type Predicate<Item> = (item: Item) => boolean;

/** The same list as long as its items are the same. Only the first `isIncluded` counts. */
export function useFilteredStore<Item>(
  store: ReadableStore<readonly Item[]>,
  isIncluded: Predicate<Item>,
): readonly Item[] {
  const [get] = useState(() => createFilter(store, isIncluded));
  return useSyncExternalStore(store.subscribe, get);
}

function createFilter<Item>(store: Pick<Store<readonly Item[]>, 'get'>, isIncluded: Predicate<Item>) {
  let shown: readonly Item[] = [];
  return () => {
    const now = store.get().filter(isIncluded);
    const isSame = now.length === shown.length && now.every((item, index) => item === shown[index]);
    if (!isSame) shown = now;
    return shown;
  };
}
