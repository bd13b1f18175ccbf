import { strings } from '../../strings/strings.ts';
import { copyText } from '../text/copy-text.ts';
import { showError, showSuccess } from './toast.ts';

export async function copyLink(path: string): Promise<void> {
  const isCopied = await copyText(toAbsoluteUrl(path));
  if (isCopied) showSuccess(strings.shell.linkCopied);
  else showError(strings.shell.linkNotCopied);
}

export function toAbsoluteUrl(path: string): string {
  return new URL(path, location.origin).href;
}
