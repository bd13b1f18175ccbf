import type { ProviderId } from '@snug/protocol';
import { KeyRound } from 'lucide-react';

/** Has the colour of the text next to it. */
export function ProviderLogo({ id, size = 18 }: { id: ProviderId; size?: number }) {
  if (id === 'oidc') return <KeyRound size={size} aria-hidden />;
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden>
      {id === 'google' ? <GoogleLogo /> : <GitHubLogo />}
    </svg>
  );
}

function GoogleLogo() {
  return (
    <path fill="none" stroke="currentColor" strokeWidth="3.4" d="M19.100 6.300A9 9 0 1 0 21 12h-8.600" />
  );
}

function GitHubLogo() {
  return (
    <path
      fill="currentColor"
      d="M12 2a10 10 0 0 0-3.400 19.400c.5.1.8-.2.8-.5v-3c-.4.1-.9.2-1.400.2-1.500 0-2.200-.9-2.500-1.700-.2-.4-.5-1-1-1.300-.3-.2-.3-.5 0-.5 1 0 1.600.8 1.800 1.200.7 1.100 1.900 1 3.200.7.1-.5.3-.9.6-1.200-2.400-.4-4-1.700-4-4.900 0-1.100.4-2.100 1-2.900-.3-.9-.3-2 .1-3 1.300 0 2.300.6 3 1.200a9 9 0 0 1 3.600 0c.7-.6 1.700-1.200 3-1.200.4 1 .4 2.100.1 3 .6.8 1 1.800 1 2.900 0 3.200-1.600 4.500-4 4.900.4.5.7 1.200.7 2v3.600c0 .3.3.6.8.5A10 10 0 0 0 12 2Z"
    />
  );
}
