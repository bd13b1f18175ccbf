import { CommandError, type Invite } from '@snug/protocol';
import { expect, test } from 'vitest';
import { IdForInput } from '../../state/id-for-input.ts';
import { createMissing } from './current-invite.ts';

/** A server that returns the first invitation again for a repeated id, also if it was revoked. */
function createServer() {
  const invites = new Map<string, Invite>();
  const server = { isLost: false, created: [] as string[] };
  const create = async ({ id = '' }: { id?: string | undefined }) => {
    server.created.push(id);
    const invite = invites.get(id) ?? ({ id, code: id, rooms: [{ id: 'room' }] } as unknown as Invite);
    invites.set(id, invite);
    if (server.isLost) throw new CommandError('unavailable');
    return invite;
  };
  let count = 0;
  const ids = new IdForInput(() => String(++count));
  return { server, createFor: (active: readonly Invite[]) => createMissing({ create }, 'room', active, ids) };
}

test('a room without a link gets one, and no second one after a lost result', async () => {
  const { server, createFor } = createServer();
  server.isLost = true;
  await expect(createFor([])).rejects.toThrow(CommandError);
  server.isLost = false;
  const invite = await createFor([]);
  expect([invite?.id, server.created]).toEqual(['1', ['1', '1']]);
  expect(await createFor(invite ? [invite] : [])).toBeUndefined();
});

test('after its link was revoked, a room gets another one', async () => {
  const { createFor } = createServer();
  const first = await createFor([]);
  const second = await createFor([]);
  expect([first?.id, second?.id]).toEqual(['1', '2']);
});
