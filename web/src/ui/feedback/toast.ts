import { Toast } from '@base-ui/react/toast';
import { CommandError } from '@snug/protocol';
import { errorText } from '../../strings/error-text.ts';

export const toasts = Toast.createToastManager();

export function showSuccess(text: string): void {
  toasts.add({ type: 'success', description: text });
}

/** Something is gone, as it was meant to be: done, in the look of an error. */
export function showDeleted(text: string): void {
  toasts.add({ type: 'error', description: text });
}

export function showInfo(text: string): void {
  toasts.add({ type: 'info', description: text });
}

export function showError(text: string): void {
  toasts.add({ type: 'error', description: `${text} 😕` });
}

/** Says why a command was refused. Anything else that was thrown is a fault of ours, and is thrown on. */
export function showCommandError(error: unknown): void {
  if (!(error instanceof CommandError)) throw error;
  showError(errorText(error));
}
