import type { FormEvent } from 'react';

/**
 * Props of a controlled text field that has native listeners for `input`. Their updates can render the field before React
 * calls `onChange`: the field would get its old text, and the typed characters would be lost. React calls capturing handlers
 * before all listeners of the field.
 */
export function controlledInput(change: (field: HTMLTextAreaElement) => void) {
  return {
    onInputCapture: ({ currentTarget }: FormEvent<HTMLTextAreaElement>) => change(currentTarget),
    // React expects it on a controlled field.
    onChange: () => {},
  };
}
