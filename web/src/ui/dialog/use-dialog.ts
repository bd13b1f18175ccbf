import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { useLazyComponent } from './use-lazy-component.ts';

/** A room shows without most of the dialog code. Only the first `load` is used. */
export function useDialog<Props>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: boolean,
  onFailure: () => void,
): [Dialog: ComponentType<Props> | undefined] {
  const [Dialog, loadOnce] = useLazyComponent(load);
  const open = useEffectEvent(async () => {
    if (!(await loadOnce())) onFailure();
  });
  useEffect(() => {
    if (isOpen) void open();
  }, [isOpen]);
  return [Dialog];
}
