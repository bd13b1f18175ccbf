import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** Without a connection it stays undefined until a reload. Only the first `load` is used. */
export function useIdleComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): [Component: ComponentType<Props> | undefined] {
  const [loadComponent] = useState(() => load);
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> }>();

  useEffect(() => {
    const loadWhenIdle = async () => {
      await whenIdle();
      setLoaded({ Component: await loadComponent() });
    };
    loadWhenIdle().catch(() => {
      // The page works without it.
    });
  }, [loadComponent]);

  return [loaded?.Component];
}
