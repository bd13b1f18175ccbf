import { words } from '../strings/strings.ts';

const PROBLEMS = {
  NotAllowedError: 'notAllowed',
  NotFoundError: 'notFound',
  NotReadableError: 'notReadable',
  SecurityError: 'notSecure',
} as const;

/** Why recording did not begin or did not go on, in words for a person. */
export function microphoneProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return words.voice[Object.hasOwn(PROBLEMS, name) ? PROBLEMS[name as keyof typeof PROBLEMS] : 'failed'];
}
