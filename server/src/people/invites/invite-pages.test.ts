import { type CommandOutput, MAX_RESULT_BYTES } from '@snug/protocol';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/app.ts';

const INVITES = 30;
const ROOMS = 10;
/** 240 bytes. */
const LONG_NAME = '한'.repeat(80);

test('N6 a page of invitations fits into a result, and the pages have each of them once', async () => {
  const { app, cookie } = await createTestApp();
  const run = async (command: string, body: object) => {
    const answer = await app.inject({ method: 'POST', url: `/api/${command}`, headers: { cookie }, body });
    expect([command, answer.statusCode]).toEqual([command, 200]);
    return answer;
  };
  const roomIds: string[] = [];
  for (let count = 0; count < ROOMS; count++) {
    const name = `${count}${LONG_NAME.slice(1)}`;
    const { room } = (await run('create_room', { name, description: 'A room' })).json<
      CommandOutput<'create_room'>
    >();
    roomIds.push(room.id);
  }
  for (let count = 0; count < INVITES; count++) await run('create_invite', { roomIds });

  const found: string[] = [];
  for (let before: string | undefined, pages = 0; pages === 0 || before !== undefined; pages++) {
    const answer = await run('list_invites', before === undefined ? {} : { before });
    expect(Buffer.byteLength(answer.payload)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    const page = answer.json<CommandOutput<'list_invites'>>();
    found.push(...page.invites.map(({ id }) => id));
    before = page.next;
  }
  expect(new Set(found).size).toBe(INVITES);
  expect(found).toHaveLength(INVITES);
});
