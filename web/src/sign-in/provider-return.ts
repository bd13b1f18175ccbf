import type { SignInOptions } from '@snug/protocol';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { wordsOfRefusal } from '../providers/provider-error-text.ts';
import { lateWords } from '../strings/lazy-strings.ts';
import { showInfo } from '../ui/feedback/toast.ts';
import { wantedPath } from './post-sign-in-path.ts';

/** Where a provider that signs nobody in leads back to. */
export function returnPath(provider: string): string {
  return `/signin?${new URLSearchParams({ provider, wanted: wantedPath() })}`;
}

/** Says why a provider led back, once, and knows again where the reader was going. */
export function useProviderReturn({ providers }: SignInOptions): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const error = query.get('error');
    if (!error) return;
    const name =
      providers.find(({ id }) => id === query.get('provider'))?.name ?? lateWords.signIn.someProvider;
    const wanted = query.get('wanted') ?? '/';
    // Anybody may have written the address: it names a place in Snug, or nothing.
    const isOurs = new URL(wanted, location.origin).origin === location.origin;
    navigate('/signin', { replace: true, state: { wanted: isOurs ? wanted : '/' } });
    showInfo(wordsOfRefusal(error, name));
  }, [navigate, providers]);
}
