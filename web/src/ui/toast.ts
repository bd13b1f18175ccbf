import { Toast } from '@base-ui/react/toast';
import { CommandError } from '@snug/protocol';

export interface ToastData {
  placement: 'bottom-right' | 'top-center';
}

export const toasts = Toast.createToastManager<ToastData>();

export function showSuccess(words: string): void {
  toasts.add({ type: 'success', description: words, data: { placement: 'bottom-right' } });
}

/** Something is gone, as it was meant to be: done, in the look of an error. */
export function showLoss(words: string): void {
  toasts.add({ type: 'error', description: words, data: { placement: 'bottom-right' } });
}

export function showInfo(words: string): void {
  toasts.add({ type: 'info', description: words, data: { placement: 'bottom-right' } });
}

export function showError(words: string, placement: ToastData['placement'] = 'bottom-right'): void {
  toasts.add({ type: 'error', description: `${words} 😕`, data: { placement } });
}

/** Says why a command was refused. Anything else that was thrown is a fault of ours, and is thrown on. */
export function showRefusal(error: unknown): void {
  if (!(error instanceof CommandError)) throw error;
  showError(error.message);
}
