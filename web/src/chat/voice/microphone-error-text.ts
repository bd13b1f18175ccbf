import { lazyStrings } from '../../strings/lazy-strings.ts';

const ERROR_KEYS = {
  NotAllowedError: 'notAllowed',
  NotFoundError: 'notFound',
  NotReadableError: 'notReadable',
  SecurityError: 'notSecure',
} as const;

export function getMicrophoneErrorText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return lazyStrings.recording[
    Object.hasOwn(ERROR_KEYS, name) ? ERROR_KEYS[name as keyof typeof ERROR_KEYS] : 'failed'
  ];
}
