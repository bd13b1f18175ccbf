import type { Invitations } from '@snug/client';
import type { Invite } from '@snug/protocol';
import type { IdForInput } from '../../state/id-for-input.ts';

/** The newest own one to this room alone. */
export function findCurrent(active: readonly Invite[], isForGuests: boolean): Invite | undefined {
  return active.find(
    ({ code, rooms, guest = false }) => code !== undefined && rooms.length === 1 && guest === isForGuests,
  );
}

/**
 * Creates one for members if there is none. Another attempt after a lost result creates no second one; but after a success, the next
 * one is another: the server would return the first one also if it was revoked.
 */
export async function createMissing(
  invitations: Pick<Invitations, 'create'>,
  roomId: string,
  active: readonly Invite[],
  ids: IdForInput,
): Promise<Invite | undefined> {
  if (findCurrent(active, false)) return undefined;
  const invite = await invitations.create(ids.add({ roomIds: [roomId] }));
  ids.finish();
  return invite;
}
