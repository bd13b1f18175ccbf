import { useState } from 'react';
import { useStore } from '../../state/use-store.ts';
import { useCaughtKeys } from '../../ui/dialog/use-caught-keys.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { closeEmojiPicker, pickerRequest } from './picker-request.ts';

/** The page has one picker, which `openEmojiPicker` opens. */
export function LazyEmojiPicker() {
  const request = useStore(pickerRequest);
  const [last, setLast] = useState(request);
  if (request && request !== last) setLast(request);
  const [Picker] = useDialog(
    () => import('./emoji-picker.tsx').then(module => module.EmojiPicker),
    request !== undefined,
    closeEmojiPicker,
  );
  useCaughtKeys(request !== undefined, closeEmojiPicker);
  // Keeps the last request during the closing animation.
  const shown = request ?? last;
  return Picker && shown && <Picker request={shown} isOpen={request !== undefined} />;
}
