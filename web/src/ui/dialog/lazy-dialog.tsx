import type { ComponentProps, ComponentType } from 'react';
import { Dialog } from './dialog.tsx';
import { useDialog } from './use-dialog.ts';

interface LazyDialogProps extends Omit<ComponentProps<typeof Dialog>, 'children'> {
  /** What is inside, as it is at first. */
  load: () => Promise<ComponentType>;
}

/** A dialog whose content is loaded when it opens for the first time, before anything of it shows. */
export function LazyDialog({ load, isOpen, onOpenChange, ...dialog }: LazyDialogProps) {
  const [Content] = useDialog(load, isOpen, () => onOpenChange(false));
  return (
    <Dialog {...dialog} isOpen={isOpen && Content !== undefined} onOpenChange={onOpenChange}>
      {Content && <Content />}
    </Dialog>
  );
}
