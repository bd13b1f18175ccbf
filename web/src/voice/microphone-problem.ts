const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: 'Snug may not use the microphone: allow it in the settings of the browser',
  NotFoundError: 'No microphone was found',
  NotReadableError: 'The microphone does not answer, another program may be using it',
  SecurityError: 'Browsers give the microphone only to pages that come over https',
};

/** Why recording did not begin or did not go on, in words for a person. */
export function microphoneProblem(error: unknown): string {
  return (error instanceof Error && PROBLEMS[error.name]) || 'The recording failed';
}
