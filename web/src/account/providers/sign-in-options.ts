import type { SignInOptions } from '@snug/protocol';

const TIMEOUT_MS = 3_000;
const DEFAULT_OPTIONS: SignInOptions = { providers: [], signUp: 'open' };

let optionsPromise: Promise<SignInOptions> | undefined;

/** Cached. If the request fails, only email is available, and the next call tries again. */
export function loadSignInOptions(): Promise<SignInOptions> {
  optionsPromise ??= fetchSignInOptions().catch(() => {
    optionsPromise = undefined;
    return DEFAULT_OPTIONS;
  });
  return optionsPromise;
}

async function fetchSignInOptions(): Promise<SignInOptions> {
  const response = await fetch('/api/providers', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`/api/providers answered ${response.status}`);
  return (await response.json()) as SignInOptions;
}
