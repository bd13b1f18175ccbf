import type { SignInOptions } from '@snug/protocol';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { providerErrorText } from '../providers/provider-error-text.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showInfo } from '../ui/feedback/toast.ts';
import { getPostSignInPath } from './post-sign-in-path.ts';

/** Where a provider that signs nobody in leads back to. */
export function getProviderErrorPath(provider: string): string {
  return `/signin?${new URLSearchParams({ provider, wanted: getPostSignInPath() })}`;
}

/** Says why a provider led back, once, and knows again where the reader was going. */
export function useProviderReturn({ providers }: SignInOptions): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const error = query.get('error');
    if (!error) return;
    const name =
      providers.find(({ id }) => id === query.get('provider'))?.name ?? lazyStrings.signIn.someProvider;
    const wanted = query.get('wanted') ?? '/';
    // Anybody may have written the address: it names a place in Snug, or nothing.
    const isSameOrigin = new URL(wanted, location.origin).origin === location.origin;
    navigate('/signin', { replace: true, state: { wanted: isSameOrigin ? wanted : '/' } });
    showInfo(providerErrorText(error, name));
  }, [navigate, providers]);
}
