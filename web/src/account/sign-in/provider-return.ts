import type { SignInOptions } from '@snug/protocol';
import { useEffect } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { navigate } from '../../ui/browser/location.ts';
import { showInfo } from '../../ui/feedback/toast.ts';
import { providerErrorText } from '../providers/provider-error-text.ts';
import { getPostSignInPath, toOwnPath } from './post-sign-in-path.ts';

export function getProviderErrorPath(provider: string): string {
  return `/signin?${new URLSearchParams({ provider, wanted: getPostSignInPath() })}`;
}

/** Shows once why the provider's sign-in failed, and restores the path that the person wanted. */
export function useProviderReturn({ providers }: SignInOptions): void {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const error = query.get('error');
    if (!error) return;
    const name =
      providers.find(({ id }) => id === query.get('provider'))?.name ?? lazyStrings.signIn.someProvider;
    const wanted = toOwnPath(query.get('wanted') ?? '/');
    navigate('/signin', { replace: true, state: { wanted } });
    showInfo(providerErrorText(error, name));
  }, [providers]);
}
