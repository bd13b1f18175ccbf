import type { SignInOptions } from '@snug/protocol';

const ANSWER_WITHIN_MS = 3_000;
const NOTHING_KNOWN: SignInOptions = { providers: [], signUp: 'open' };

let loaded: Promise<SignInOptions> | undefined;

/** How people may sign in here, asked once. Without an answer it is by email alone, and the next call asks again. */
export function signInOptions(): Promise<SignInOptions> {
  loaded ??= load().catch(() => {
    loaded = undefined;
    return NOTHING_KNOWN;
  });
  return loaded;
}

async function load(): Promise<SignInOptions> {
  const response = await fetch('/api/providers', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!response.ok) throw new Error(`/api/providers answered ${response.status}`);
  return (await response.json()) as SignInOptions;
}
