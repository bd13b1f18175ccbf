import { CommandError } from '@snug/protocol';
import { errorText } from '../../strings/error-text.ts';
import { strings } from '../../strings/strings.ts';

export interface Toast {
  type: 'success' | 'error' | 'info';
  description: string;
  action?: ToastAction | undefined;
  /** It stays until it is closed. */
  isLasting?: true;
}

export interface ToastAction {
  label: string;
  run: () => void;
}

let waiting: Toast[] = [];
let onToast = (): void => {};

function add(toast: Toast): void {
  waiting.push(toast);
  onToast();
}

/** Replaces the listener. It is called for each new toast, and at once if toasts are waiting. */
export function listenForToasts(listener: () => void): void {
  onToast = listener;
  if (waiting.length > 0) listener();
}

export function takeToasts(): Toast[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

export function showSuccess(text: string, action?: ToastAction): void {
  add({ type: 'success', description: text, action });
}

/** A success that looks like an error, because something was deleted. */
export function showDeleted(text: string): void {
  add({ type: 'error', description: text });
}

export function showInfo(text: string): void {
  add({ type: 'info', description: text });
}

/** Stays until it is closed. */
export function showReminder(text: string, action?: ToastAction): void {
  add({ type: 'info', description: text, action, isLasting: true });
}

export function showError(text: string): void {
  add({ type: 'error', description: `${text} 😕` });
}

/** Rethrows any error that is not a `CommandError`, because that is a bug. An unexpected failure of the server has a reference. */
export function showCommandError(error: unknown): void {
  if (!(error instanceof CommandError)) throw error;
  const { code, requestId } = error;
  const text = `${errorText(error)} 😕`;
  const isUnexpected = code === 'internal' && requestId !== undefined;
  add({
    type: 'error',
    description: isUnexpected ? `${text} ${strings.shell.reference(requestId)}` : text,
  });
}
