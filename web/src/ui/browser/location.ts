import { Store } from '@snug/client';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { CoverHistory } from './cover-history.ts';

/** One store for all listeners: React renders a new address once, and never a child before its parent. */
const address = new Store(location.href);
const covers = new CoverHistory(history);
window.addEventListener('popstate', () => {
  if (covers.onPopState()) readAddress();
});

function readAddress(): void {
  address.set(location.href);
}

interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

/** While something covers the page, the address changes a moment later. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  covers.runOnPage(() => {
    if (replace) history.replaceState(state, '', to);
    else history.pushState(state, '', to);
    readAddress();
  });
}

export function goBack(): void {
  covers.goBack();
}

/** Back then calls `close`. Returns a function to call when the cover has closed. */
export function openCover(close: () => void): () => void {
  return covers.open(close);
}

/** The path of the address, without a slash at its end. */
export function usePath(): string {
  return useSyncExternalStore(address.subscribe, readPath);
}

function readPath(): string {
  return location.pathname.replace(/(?<=.)\/$/, '');
}

export function useAddressChange(onChange: () => void): void {
  const change = useEffectEvent(onChange);
  useEffect(() => address.subscribe(() => change()), []);
}

export function useSearchParam(name: string): string | undefined {
  return useSyncExternalStore(
    address.subscribe,
    () => new URLSearchParams(location.search).get(name) ?? undefined,
  );
}
