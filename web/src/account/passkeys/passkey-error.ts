import { lazyStrings } from '../../strings/lazy-strings.ts';

const { passkeys: texts } = lazyStrings;

const TEXTS: Record<string, string> = {
  // Browsers do not say whether somebody closed the prompt, or waited too long.
  NotAllowedError: texts.cancelled,
  AbortError: texts.cancelled,
  InvalidStateError: texts.alreadyHere,
  SecurityError: texts.wrongAddress,
  NotSupportedError: texts.unsuitable,
  ConstraintError: texts.unsuitable,
};

/** What a browser reports instead of a credential, for people. Rethrows other errors. */
export function toPasskeyErrorText(error: unknown): string {
  const text = error instanceof Error ? TEXTS[error.name] : undefined;
  if (text === undefined) throw error;
  return text;
}
