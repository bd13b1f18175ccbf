import { strings } from '../../strings/strings.ts';
import { copyText } from '../text/copy-text.ts';
import { showError, showSuccess } from './toast.ts';

/** Copies the link to a place of Snug's, given by its path, and says whether that worked. */
export async function copyLink(path: string): Promise<void> {
  const isCopied = await copyText(toAbsoluteUrl(path));
  if (isCopied) showSuccess(strings.shell.linkCopied);
  else showError(strings.shell.linkNotCopied);
}

/** The whole address of a place, as others can open it. */
export function toAbsoluteUrl(path: string): string {
  return new URL(path, location.origin).href;
}
