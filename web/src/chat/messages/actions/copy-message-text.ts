import { Copy } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { showError, showSuccess } from '../../../ui/feedback/toast.ts';
import { copyText } from '../../../ui/text/copy-text.ts';
import type { MessageAction } from './message-action.ts';

export const copyMessageText: MessageAction = {
  icon: Copy,
  getLabel: ({ row }) => (row.text === '' ? undefined : lazyStrings.messageActions.copyText),
  run: ({ row }) => void copy(row.text),
};

async function copy(text: string): Promise<void> {
  if (await copyText(text)) showSuccess(lazyStrings.messageActions.textCopied);
  else showError(lazyStrings.messageActions.textNotCopied);
}
