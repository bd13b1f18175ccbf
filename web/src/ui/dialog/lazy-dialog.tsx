import type { ComponentProps, ComponentType } from 'react';
import { Dialog } from './dialog.tsx';
import { useDialog } from './use-dialog.ts';

interface LazyDialogProps extends Omit<ComponentProps<typeof Dialog>, 'children'> {
  /** Loads the content. Only the first `load` is used. */
  load: () => Promise<ComponentType>;
}

/** Loads its content when it first opens, and shows nothing until then. */
export function LazyDialog({ load, isOpen, onOpenChange, ...dialog }: LazyDialogProps) {
  const [Content] = useDialog(load, isOpen, () => onOpenChange(false));
  return (
    <Dialog {...dialog} isOpen={isOpen && Content !== undefined} onOpenChange={onOpenChange}>
      {Content && <Content />}
    </Dialog>
  );
}
