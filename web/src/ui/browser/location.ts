import { Store } from '@snug/client';
import { useSyncExternalStore } from 'react';

/** One store for all listeners: React renders a new address once, and never a child before its parent. */
const address = new Store(location.href);
window.addEventListener('popstate', readAddress);

function readAddress(): void {
  address.set(location.href);
}

interface NavigateOptions {
  /** Replaces the entry of the history instead of adding one. */
  replace?: boolean;
  /** The `history.state` of the entry. */
  state?: unknown;
}

/** Changes the address of the page without loading it. */
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

/** A parameter of the address. */
export function useSearchParam(name: string): string | undefined {
  return useSyncExternalStore(
    address.subscribe,
    () => new URLSearchParams(location.search).get(name) ?? undefined,
  );
}
