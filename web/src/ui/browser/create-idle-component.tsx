import { Store } from '@snug/client';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { whenIdle } from './when-idle.ts';

/** A component that loads once, when the page is idle, and shows `Until`, or nothing, until then. Without a connection, the next use tries again. */
export function createIdleComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Until?: ComponentType<Props>,
): ComponentType<Props> {
  const loaded = new Store<ComponentType<Props> | undefined>(undefined);
  let isLoading = false;

  async function loadWhenIdle(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      await whenIdle();
      loaded.set(await load());
    } catch {
      // The page works without it.
      isLoading = false;
    }
  }

  return function IdleComponent(props: Props) {
    const Component = useSyncExternalStore(loaded.subscribe, loaded.get);
    useEffect(() => void loadWhenIdle(), []);
    const Shown = Component ?? Until;
    return Shown && <Shown {...props} />;
  };
}
