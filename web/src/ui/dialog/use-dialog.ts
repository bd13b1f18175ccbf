import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { useLazyComponent } from './use-lazy-component.ts';

/**
 * What opens above the page, loaded when it opens for the first time: most of what makes a window one is not needed to
 * show a room. Where it cannot be loaded, `onFailure` is called. `load` is taken as it is at first.
 */
export function useDialog<Props>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: boolean,
  onFailure: () => void,
): [Window: ComponentType<Props> | undefined] {
  const [Window, loadOnce] = useLazyComponent(load);
  const open = useEffectEvent(async () => {
    if (!(await loadOnce())) onFailure();
  });
  useEffect(() => {
    if (isOpen) void open();
  }, [isOpen]);
  return [Window];
}
