import type { Connection } from '@snug/client';
import { GUEST_WARNING_DAYS } from '@snug/protocol';
import { useEffect, useRef } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showReminder } from '../../ui/feedback/toast.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { formatDate } from '../../ui/text/format-time.ts';

const WARNING_MS = GUEST_WARNING_DAYS * 24 * 60 * 60_000;

/** Once for each page: that the access of this guest ends soon, or that of guests whom this person has invited. */
export function useEndingAccess(): void {
  const { connection } = useChat();
  const isGuest = useMe().guest === true;
  const isConnected = useStore(connection.state).status === 'connected';
  const wasShown = useRef(false);
  useEffect(() => {
    if (!isConnected || wasShown.current) return;
    wasShown.current = true;
    const read = isGuest ? readOwnEnd : readEndsOfInvited;
    read(connection).then(
      line => line !== undefined && showReminder(line),
      () => {
        // The next connection tries again.
        wasShown.current = false;
      },
    );
  }, [connection, isConnected, isGuest]);
}

async function readOwnEnd(connection: Pick<Connection, 'command'>): Promise<string | undefined> {
  const { guest } = await connection.command('get_account', {});
  const { until, inviter } = guest ?? {};
  if (until === undefined || until > Date.now() + WARNING_MS) return undefined;
  const { endsSoon, endsSoonAsk } = lazyStrings.guests;
  const date = formatDate(until);
  return inviter === undefined ? endsSoon(date) : endsSoonAsk(date, isolateBidi(inviter));
}

async function readEndsOfInvited(connection: Pick<Connection, 'command'>): Promise<string | undefined> {
  const { guests } = await connection.command('list_ending_guests', {});
  const [first, ...others] = guests;
  if (!first) return undefined;
  const { guestEndsSoon, guestsEndSoon } = lazyStrings.guests;
  if (others.length > 0) return guestsEndSoon(guests.length);
  return guestEndsSoon(isolateBidi(first.person.name), formatDate(first.until));
}
