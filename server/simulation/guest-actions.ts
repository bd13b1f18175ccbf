import type { CommandArguments, CommandName } from '@snug/protocol';
import { type Action, type ActionSetup, type Client, ignoreRefusal, listMessages } from './action.ts';
import { closeRoom, openRoom } from './room-actions.ts';

function createRun({ chat }: Client) {
  return <Name extends CommandName>(name: Name, input: CommandArguments<Name>) =>
    void chat.connection.command(name, input).catch(ignoreRefusal);
}

/** A message that mentions somebody, whether or not they may read it. */
function sendTo(setup: ActionSetup, client: Client, roomId: string): void {
  const { random } = setup;
  const uid = random.pick([...setup.clients, ...setup.guests])?.person.uid ?? '';
  const text = `@x shared ${random.below(1_000_000)}`;
  createRun(client)('send_message', { roomId, text, mentions: [{ uid, start: 0, length: 2 }] });
}

/** Something by a member, in a room with guests or about themselves. */
export const share: Action = (setup, client) => {
  const { random, sharedRoomIds } = setup;
  const [admin, ...others] = setup.clients;
  const roomId = random.pick(sharedRoomIds) ?? '';
  const run = createRun(client);
  const uses = [
    () => sendTo(setup, client, roomId),
    () => openRoom(client, roomId),
    () => closeRoom(setup, client, roomId),
    () => run('set_typing', { roomId }),
    () => run('set_room_options', { roomId, request: null }),
    () => run('leave_room', { roomId }),
    () => {
      const uid = random.pick(others)?.person.uid ?? '';
      if (admin) createRun(admin)('set_member', { roomId, uid, member: random.chance(0.6) });
    },
    // A guest stays in the first room, because nobody else adds them again.
    () => {
      const uid = random.pick(setup.guests)?.person.uid ?? '';
      const input = { roomId: sharedRoomIds[1] ?? '', uid, member: random.chance(0.5) };
      if (admin) createRun(admin)('set_member', input);
    },
  ];
  random.pick(uses)?.();
};

/** Something that a guest does or tries, in their own rooms and everywhere else. */
export const visit: Action = setup => {
  const { random } = setup;
  const client = random.pick(setup.guests);
  if (!client) return;
  const everyone = [...setup.clients, ...setup.guests].map(({ person }) => person.uid);
  const rooms = [...setup.sharedRoomIds, ...setup.sharedRoomIds, ...setup.roomIds, setup.privateRoomId];
  const [roomId = '', uid = ''] = [random.pick(rooms), random.pick(everyone)];
  const shared = random.pick(setup.sharedRoomIds) ?? '';
  const messageId = random.pick([client, ...setup.clients].flatMap(each => listMessages(each, roomId)))?.id;
  const run = createRun(client);
  const message = messageId === undefined ? undefined : { roomId, messageId };
  const uses = [
    () => sendTo(setup, client, roomId),
    () => openRoom(client, shared),
    () => closeRoom(setup, client, shared),
    () => run('open_room', { roomId }),
    () => run('catch_up', { roomId, since: 0 }),
    () => run('get_messages', { roomId }),
    () => run('watch_viewers', { roomId }),
    () => run('watch_rooms', { add: Object.fromEntries(rooms.map(id => [id, -1])), remove: [] }),
    // A person can have several pages.
    () => run('watch_people', { uids: [...new Set(everyone)] }),
    () => run('watch_list', { on: true }),
    () => run('get_profile', { uid }),
    () => run('find_people', { text: 'person' }),
    () => run('find_people', { text: 'person', roomId }),
    () => run('find_rooms', { text: 'ro' }),
    () => run('list_rooms', {}),
    () => run('list_rooms', { mine: true }),
    () => run('list_members', { roomId }),
    () => run('list_joined', {}),
    () => run('get_unread', { roomIds: [...new Set(rooms)] }),
    () => run('get_mentions', {}),
    () => run('list_files', { roomId, kind: 'file' }),
    () => run('list_pins', { roomId }),
    () => run('list_saved', {}),
    () => run('list_conversations', {}),
    () => run('list_invites', {}),
    () => run('list_blocks', {}),
    () => run('get_workspace', {}),
    () => run('set_typing', { roomId }),
    () => run('join_room', { roomId }),
    () => run('open_direct', { uids: [uid] }),
    () => run('set_nickname', { name: `Guest ${client.person.uid.slice(-6)} ${random.below(900) + 100}` }),
    () => message && run('set_saved', { ...message, on: true }),
    () => message && run('set_follow', { ...message, on: true }),
    () => message && run('set_reaction', { ...message, emoji: '👍', on: random.chance(0.7) }),
    () => message && run('get_reactions', { ...message, emoji: '👍' }),
    () => message && run('get_mine', { roomId, messageIds: [message.messageId] }),
  ];
  random.pick(uses)?.();
};
