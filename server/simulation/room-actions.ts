import { type Action, type Client, ignoreRefusal, listMessages } from './action.ts';
import { closeConversation } from './conversations.ts';

export function openRoom({ chat, open }: Client, roomId: string): void {
  if (!open.has(roomId)) open.set(roomId, chat.room(roomId).open());
}

export const closeRoom: Action = (_setup, client, roomId) => {
  closeConversation(client, roomId);
  client.open.get(roomId)?.();
  client.open.delete(roomId);
};

export const page: Action = ({ random, clients }, client, roomId) => {
  const { pages } = client.chat.room(roomId);
  const message = random.pick(listMessages(client, roomId));
  const other = random.pick(clients);
  const far = other && random.pick(listMessages(other, roomId));
  const moves = [
    () => pages.loadOlder(),
    () => pages.loadNewer(),
    () => pages.loadNewest(),
    () => far && pages.loadAround(far.id),
    () => pages.trim(3, message?.seq),
  ];
  Promise.resolve(random.pick(moves)?.()).catch(ignoreRefusal);
};

export const editRoom: Action = ({ random }, { chat }, roomId) => {
  chat.connection.command('edit_room', { roomId, name: `Room ${random.below(1_000)}` }).catch(ignoreRefusal);
};

export const changeAdmin: Action = ({ random, clients }, { chat }, roomId) => {
  const uid = random.pick(clients)?.person.uid ?? '';
  chat.connection.command('set_admin', { roomId, uid, admin: random.chance(0.7) }).catch(ignoreRefusal);
};
