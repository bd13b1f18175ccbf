import { Toast } from '@base-ui/react/toast';
import { CommandError } from '@snug/protocol';
import { wordsOfError } from '../../strings/error-text.ts';

export const toasts = Toast.createToastManager();

export function showSuccess(words: string): void {
  toasts.add({ type: 'success', description: words });
}

/** Something is gone, as it was meant to be: done, in the look of an error. */
export function showLoss(words: string): void {
  toasts.add({ type: 'error', description: words });
}

export function showInfo(words: string): void {
  toasts.add({ type: 'info', description: words });
}

export function showError(words: string): void {
  toasts.add({ type: 'error', description: `${words} 😕` });
}

/** Says why a command was refused. Anything else that was thrown is a fault of ours, and is thrown on. */
export function showRefusal(error: unknown): void {
  if (!(error instanceof CommandError)) throw error;
  showError(wordsOfError(error));
}
