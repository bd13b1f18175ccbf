import { type CommandArguments, type CommandName, FOREVER } from '@snug/protocol';
import { type Action, ignoreRefusal } from './action.ts';
import { closeRoom, openRoom } from './room-actions.ts';

/** Adds, removes, bans or silences somebody in the private room, or ends that. */
export const changeMember: Action = ({ random, clients, privateRoomId: roomId }) => {
  const [admin, ...others] = clients;
  const uid = random.pick(others)?.person.uid ?? '';
  const changes = [
    { member: true },
    { member: true, bannedUntil: null },
    { member: false },
    { bannedUntil: FOREVER },
    { silencedUntil: random.chance(0.5) ? FOREVER : null },
  ];
  admin?.chat.connection.command('set_member', { roomId, uid, ...random.pick(changes) }).catch(ignoreRefusal);
};

/** Something in the private room, by members and by others. */
export const usePrivately: Action = (setup, client) => {
  const { random, privateRoomId: roomId } = setup;
  const { connection } = client.chat;
  const run = <Name extends CommandName>(name: Name, input: CommandArguments<Name>) =>
    void connection.command(name, input).catch(ignoreRefusal);
  const uses = [
    () => run('send_message', { roomId, text: `private ${random.below(1_000_000)}` }),
    () => run('set_room_options', { roomId, request: null }),
    () => openRoom(client, roomId),
    () => closeRoom(setup, client, roomId),
    () => run('watch_rooms', { add: { [roomId]: -1 }, remove: [] }),
    () => run('watch_viewers', { roomId }),
    () => run('get_messages', { roomId }),
    () => run('list_rooms', { mine: true }),
    () => run('find_rooms', { text: 'private' }),
    () => run('find_rooms', { text: 'pri' }),
    () => run('list_members', { roomId }),
    () => run('find_people', { text: 'person', roomId }),
    () => run('list_joined', {}),
    () => run('get_unread', { roomIds: [roomId] }),
    () => run('set_reads', { reads: { [roomId]: { seq: 1, version: 1 } } }),
    () => run('get_mentions', {}),
    () => run('search_messages', { text: 'private' }),
    () => run('search_messages', { text: 'private', roomId }),
    () => run('search_messages', { saved: true }),
    () => run('list_files', { roomId, kind: 'file' }),
    () => run('list_pins', { roomId }),
    () => run('list_saved', {}),
    () => run('set_typing', { roomId }),
    () => run('join_room', { roomId }),
    () => run('leave_room', { roomId }),
  ];
  random.pick(uses)?.();
};
