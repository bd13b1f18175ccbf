import { Copy } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { showError, showSuccess } from '../../../ui/feedback/toast.ts';
import { copyText as copy } from '../../../ui/text/copy-text.ts';
import type { MessageAction } from './message-action.ts';

export const copyText: MessageAction = {
  icon: Copy,
  getLabel: ({ row }) => (row.text === '' ? undefined : lazyStrings.messageActions.copyText),
  run: ({ row }) => void copyMessageText(row.text),
};

async function copyMessageText(text: string): Promise<void> {
  if (await copy(text)) showSuccess(lazyStrings.messageActions.textCopied);
  else showError(lazyStrings.messageActions.textNotCopied);
}
