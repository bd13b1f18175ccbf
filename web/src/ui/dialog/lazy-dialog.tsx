import type { ComponentProps, ComponentType } from 'react';
import { Dialog } from './dialog.tsx';
import { useDialog } from './use-dialog.ts';

interface LazyDialogProps<Props extends object> extends Omit<ComponentProps<typeof Dialog>, 'children'> {
  /** Loads the content. Only the first `load` is used. */
  load: () => Promise<ComponentType<Props>>;
  /** The props of the content. */
  content: Props;
}

/** Loads its content when it first opens, and shows nothing until then. */
export function LazyDialog<Props extends object>(props: LazyDialogProps<Props>) {
  const { load, content, isOpen, onOpenChange, ...dialog } = props;
  const [Content] = useDialog(load, isOpen, () => onOpenChange(false));
  return (
    <Dialog {...dialog} isOpen={isOpen && Content !== undefined} onOpenChange={onOpenChange}>
      {Content && <Content {...content} />}
    </Dialog>
  );
}
