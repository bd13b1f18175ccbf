import { useEffect, useState } from 'react';
import { loadSignInOptions } from '../account/providers/sign-in-options.ts';
import { findExpectedAddress } from '../account/sign-in/expected-address.ts';
import { useChat } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';

/** `wrong_address`: `expected` is the public one. `no_sockets`: something between the page and Snug stops WebSockets. */
export type ConnectionFault = { kind: 'wrong_address'; expected: string } | { kind: 'no_sockets' };

const MIN_ATTEMPTS = 3;
const TIMEOUT_MS = 3_000;

/** Why no socket opens although the server responds: a wrong set-up, which waiting does not repair. */
export function useConnectionFault(isSought: boolean): ConnectionFault | undefined {
  const attempts = useStore(useChat().connection.unanswered);
  const [fault, setFault] = useState<ConnectionFault>();
  useEffect(() => {
    if (!isSought || attempts < MIN_ATTEMPTS) return undefined;
    let isCurrent = true;
    void findFault().then(found => isCurrent && setFault(found));
    return () => {
      isCurrent = false;
    };
  }, [isSought, attempts]);
  return isSought && attempts >= MIN_ATTEMPTS ? fault : undefined;
}

async function findFault(): Promise<ConnectionFault | undefined> {
  const expected = findExpectedAddress(await loadSignInOptions());
  if (expected !== undefined) return { kind: 'wrong_address', expected };
  // Without an upgrade, the server refuses with this status only what it would accept as a socket.
  const response = await fetch('/api/live', { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  );
  return response?.status === 426 ? { kind: 'no_sockets' } : undefined;
}
