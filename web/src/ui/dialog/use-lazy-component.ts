import { type ComponentType, useCallback, useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { showError } from '../feedback/toast.ts';

/**
 * A part of the page that is loaded when it is first used. The second value loads it and resolves to whether it is
 * there: without a connection, or after an update of the server, it may not be, which is said.
 * `load` is taken as it is at first.
 */
export function useLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): [Part: ComponentType<Props> | undefined, load: () => Promise<boolean>] {
  const [loadComponent] = useState(() => load);
  const [part, setPart] = useState<{ Part: ComponentType<Props> }>();

  const loadOnce = useCallback(async () => {
    try {
      const Part = await loadComponent();
      setPart(part => part ?? { Part });
      return true;
    } catch {
      showError(strings.shell.loadFailed);
      return false;
    }
  }, [loadComponent]);

  return [part?.Part, loadOnce];
}
