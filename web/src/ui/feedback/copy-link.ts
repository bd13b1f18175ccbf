import { lazyStrings } from '../../strings/lazy-strings.ts';
import { copyText } from '../text/copy-text.ts';
import { showError, showSuccess } from './toast.ts';

export async function copyLink(path: string): Promise<void> {
  const isCopied = await copyText(toAbsoluteUrl(path));
  if (isCopied) showSuccess(lazyStrings.controls.linkCopied);
  else showError(lazyStrings.controls.linkNotCopied);
}

export function toAbsoluteUrl(path: string): string {
  return new URL(path, location.origin).href;
}
