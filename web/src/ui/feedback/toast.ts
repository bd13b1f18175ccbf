import { Toast } from '@base-ui/react/toast';
import { CommandError } from '@snug/protocol';
import { errorText } from '../../strings/error-text.ts';

export const toasts = Toast.createToastManager();

export function showSuccess(text: string): void {
  toasts.add({ type: 'success', description: text });
}

/** A success that looks like an error, because something was deleted. */
export function showDeleted(text: string): void {
  toasts.add({ type: 'error', description: text });
}

export function showInfo(text: string): void {
  toasts.add({ type: 'info', description: text });
}

export function showError(text: string): void {
  toasts.add({ type: 'error', description: `${text} 😕` });
}

/** Rethrows any error that is not a `CommandError`, because that is a bug. */
export function showCommandError(error: unknown): void {
  if (!(error instanceof CommandError)) throw error;
  showError(errorText(error));
}
