import { type CommandArguments, CommandError, type Invite } from '@snug/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { IdForInput } from '../../state/id-for-input.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { createMissing, findCurrent } from './current-invite.ts';
import { useInvitations } from './use-invitations.ts';

type Bounds = Pick<CommandArguments<'create_invite'>, 'expiresInDays' | 'maxUses' | 'guest' | 'guestUntil'>;

export interface RoomInvites {
  /** The newest first. */
  active: readonly Invite[];
  /** The newest own one to this room alone; undefined while it is created, after it was revoked, and without one for guests. */
  current: Invite | undefined;
  /** Until the first read and the first link have ended. */
  isLoading: boolean;
  isBusy: boolean;
  /** Of the last read or of the first link. */
  error: CommandError | undefined;
  retry: () => void;
  create: (bounds: Bounds) => Promise<void>;
  revoke: (id: string) => void;
}

/** Reuses an active link. Creates one for members if there is none. `isForGuests`: which of the links is the current one. */
export function useRoomInvites(roomId: string, isForGuests: boolean): RoomInvites {
  const chat = useChat();
  const invitations = useInvitations();
  const [active, setActive] = useState<readonly Invite[]>([]);
  const [isLoading, setLoading] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CommandError>();
  const isConnected = useStore(chat.connection.state).status === 'connected';
  const [firstIds] = useState(() => new IdForInput(chat.newId));
  const [ids] = useState(() => new IdForInput(chat.newId));

  const load = useCallback(async () => {
    try {
      const listed = await invitations.list(roomId);
      setActive(listed);
      const first = await createMissing(invitations, roomId, listed, firstIds);
      if (first) setActive(known => prepend(known, first));
      setError(undefined);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      setError(error);
    } finally {
      setLoading(false);
    }
  }, [invitations, roomId, firstIds]);
  // oxlint-disable-next-line react/exhaustive-deps -- a new connection reads again
  useEffect(() => void load(), [load, isConnected]);

  async function run(change: () => Promise<void>): Promise<void> {
    setBusy(true);
    await change().catch(showCommandError);
    setBusy(false);
  }

  return {
    active,
    current: findCurrent(active, isForGuests),
    isLoading,
    isBusy,
    error,
    retry: () => void run(load),
    create: bounds =>
      run(async () => {
        const invite = await invitations.create(ids.add({ roomIds: [roomId], ...bounds }));
        ids.finish();
        setActive(known => prepend(known, invite));
      }),
    revoke: id =>
      void run(async () => {
        await invitations.revoke(id);
        setActive(known => known.filter(invite => invite.id !== id));
        showSuccess(lazyStrings.invites.revoked);
      }),
  };
}

function prepend(known: readonly Invite[], invite: Invite): Invite[] {
  return [invite, ...known.filter(({ id }) => id !== invite.id)];
}
