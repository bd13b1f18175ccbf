import { type ComponentType, useCallback, useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { showError } from '../feedback/toast.ts';

/** The second value loads it, and resolves to false if that fails, for example after an update of the server. */
export function useLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): [Component: ComponentType<Props> | undefined, load: () => Promise<boolean>] {
  const [loadComponent] = useState(() => load);
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> }>();

  const loadOnce = useCallback(async () => {
    try {
      const Component = await loadComponent();
      setLoaded(loaded => loaded ?? { Component });
      return true;
    } catch {
      showError(strings.shell.loadFailed);
      return false;
    }
  }, [loadComponent]);

  return [loaded?.Component, loadOnce];
}
