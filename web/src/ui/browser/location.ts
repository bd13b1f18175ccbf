import { Store } from '@snug/client';
import { useSyncExternalStore } from 'react';

/** One store for all listeners: React renders a new address once, and never a child before its parent. */
const address = new Store(location.href);
window.addEventListener('popstate', readAddress);

function readAddress(): void {
  address.set(location.href);
}

interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  readAddress();
}

/** The path of the address, without a slash at its end. */
export function usePath(): string {
  return useSyncExternalStore(address.subscribe, readPath);
}

function readPath(): string {
  return location.pathname.replace(/(?<=.)\/$/, '');
}

export function useSearchParam(name: string): string | undefined {
  return useSyncExternalStore(
    address.subscribe,
    () => new URLSearchParams(location.search).get(name) ?? undefined,
  );
}
