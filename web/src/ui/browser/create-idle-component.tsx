import { Store } from '@snug/client';
import { type ComponentType, memo, type NamedExoticComponent, useEffect, useSyncExternalStore } from 'react';
import { whenIdle } from './when-idle.ts';

type PropsOf<Component> = Component extends ComponentType<infer Props extends object> ? Props : never;

/**
 * A component that loads once, when the page is idle, and shows `Until`, or nothing, until then. Without a connection, the next use
 * tries again. `name`: that of the component's export.
 */
export function createIdleComponent<
  Module extends Record<Name, unknown>,
  Name extends string,
  Props extends object = PropsOf<Module[Name]>,
>(
  load: () => Promise<Module>,
  name: Name,
  Until?: ComponentType<NoInfer<Props>>,
): NamedExoticComponent<Props> {
  const loaded = new Store<ComponentType<Props> | undefined>(undefined);
  let isLoading = false;

  async function loadWhenIdle(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      await whenIdle();
      loaded.set((await load())[name] as ComponentType<Props>);
    } catch {
      // The page works without it.
      isLoading = false;
    }
  }

  return memo(function IdleComponent(props: Props) {
    const Component = useSyncExternalStore(loaded.subscribe, loaded.get);
    useEffect(() => void loadWhenIdle(), []);
    const Shown = Component ?? Until;
    return Shown && <Shown {...props} />;
  });
}
