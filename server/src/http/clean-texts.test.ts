import { COMMANDS, type CommandArguments, type CommandName, type CommandOutput } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { checkInput } from '../commands/check-input.ts';
import { PASSWORD } from '../testing/account-requests.ts';
import { createTestApp } from '../testing/app.ts';

const ORIGIN = 'http://localhost:3000';
const TYPED = '\r\n  @Ann \u001b[31mred\u001b[0m\r\n```js\r\nlet a;\r\n```\u2028\u0007end\r\n';
const STORED = '  @Ann red\n```js\nlet a;\n```\nend';

async function createRoom() {
  const { app, cookie, uid } = await createTestApp();
  const run = async <Name extends CommandName>(name: Name, input: CommandArguments<Name>) => {
    const headers = { cookie, origin: ORIGIN };
    const url = `/api/${name}`;
    const response = await app.inject({ method: 'POST', url, headers, payload: input });
    expect(response).toMatchObject({ statusCode: 200 });
    return response.json<CommandOutput<Name>>();
  };
  const { room } = await run('create_room', { name: 'Build', description: TYPED });
  const post = async (url: string, type: string, payload: string) =>
    (await app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })).body;
  return { run, post, uid, room };
}

test('V4 messages, edits and descriptions are stored clean, and their mentions keep their words', async () => {
  const { run, uid, room } = await createRoom();
  expect(room.description).toBe(STORED);
  const mentions = [{ uid, start: 4, length: 4 }];
  const input = { roomId: room.id, id: newId(), text: TYPED, mentions };
  const { message } = await run('send_message', input);
  expect(message).toMatchObject({ text: STORED, mentions: [{ uid, start: 2, length: 4 }] });
  expect(await run('send_message', input), 'M2').toEqual({ message });
  const edit = {
    roomId: room.id,
    id: message.id,
    text: `x${TYPED}`,
    mentions: [{ uid, start: 5, length: 4 }],
    revision: 0,
  };
  const { message: edited } = await run('edit_message', { ...edit, editId: newId() });
  expect(edited).toMatchObject({
    text: `x\n${STORED}`,
    mentions: [{ uid, start: 4, length: 4 }],
    revision: 1,
  });
  expect(await run('edit_message', { ...edit, editId: newId() }), 'D2').toEqual({ message: edited });
});

test('V4 webhooks store clean texts, from plain text and from JSON', async () => {
  const { run, room, post } = await createRoom();
  const { bot } = await run('create_bot', { name: 'Builds' });
  await run('set_member', { roomId: room.id, uid: bot.uid, member: true });
  const token = { name: 'Builds', uid: bot.uid, roomIds: [room.id], password: PASSWORD };
  const { webhook = '' } = await run('create_token', token);
  expect(await post(webhook, 'text/plain', TYPED)).toBe('ok');
  expect(await post(webhook, 'application/json', JSON.stringify({ text: TYPED }))).toBe('ok');
  expect(await post(webhook, 'text/plain', '\u001b[0m\r\n')).toContain('has no text');
  const { messages } = await run('get_messages', { roomId: room.id });
  expect(messages.map(({ text }) => text)).toEqual([STORED, STORED]);
});

test('V4 the reason of a report is checked clean', () => {
  const input = { roomId: newId(), messageId: newId(), reason: TYPED };
  expect(checkInput(COMMANDS.report_message.input, input)).toMatchObject({ reason: STORED });
});
