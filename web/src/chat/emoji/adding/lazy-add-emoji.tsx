import type { DialogState } from '../../../ui/dialog/dialog.tsx';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';

interface LazyAddEmojiProps extends DialogState {
  getFinalFocus?: (() => HTMLElement | null) | undefined;
}

export function LazyAddEmoji({ getFinalFocus, ...state }: LazyAddEmojiProps) {
  return (
    <LazyDialog
      {...state}
      load={() => import('./add-emoji-dialog.tsx').then(module => module.AddEmojiDialog)}
      dialog={{ getFinalFocus }}
    />
  );
}
