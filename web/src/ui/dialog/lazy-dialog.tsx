import type { ComponentType } from 'react';
import type { DialogState } from './dialog.tsx';
import { DialogTrigger, type Trigger } from './dialog-trigger.tsx';
import { useCaughtKeys } from './use-caught-keys.ts';
import { useDialog } from './use-dialog.ts';

interface LazyDialogProps<Props extends object> extends DialogState {
  trigger?: Trigger | undefined;
  /** Loads the dialog. Only the first `load` is used. */
  load: () => Promise<ComponentType<DialogState & Props>>;
  dialog: Props;
}

export function LazyDialog<Props extends object>(props: LazyDialogProps<Props>) {
  const { trigger, load, dialog, isOpen, onOpenChange } = props;
  const [Dialog] = useDialog(load, isOpen, () => onOpenChange(false));
  useCaughtKeys(isOpen, () => onOpenChange(false));
  return (
    <>
      {trigger && (
        <DialogTrigger isOpen={isOpen} onOpen={() => onOpenChange(true)}>
          {trigger}
        </DialogTrigger>
      )}
      {Dialog && <Dialog {...dialog} isOpen={isOpen} onOpenChange={onOpenChange} />}
    </>
  );
}
