import type { Arrival, Chat } from '@snug/client';
import { getLevel } from '@snug/client/rooms/room-level.ts';
import {
  type LastMessage,
  type ListedRoom,
  PUSH_VERSION,
  type PushLine,
  type PushPayload,
} from '@snug/protocol';
import { toTag } from '../../notifications/page/read-tags.ts';
import { listOthers } from '../../people/direct/room-name.ts';
import { messagePath, roomPath } from '../../state/room-path.ts';
import { getPreviewKind } from '../rooms/list/preview-kind.ts';

type Parts = Pick<Chat, 'cursors' | 'findOpenRoom' | 'getEpoch' | 'me' | 'memberships' | 'roomList'>;

type ArrivedMessage = Pick<LastMessage, 'id' | 'seq' | 'author' | 'text' | 'file'>;

/** The push that the server would send, for a browser without a push service. */
export function createArrivalNotice(chat: Parts, { roomId, seq }: Arrival): PushPayload {
  const room = chat.roomList.getRow(roomId);
  const me = chat.me.get()?.uid ?? '';
  const name = room?.people
    ? listOthers(room.people, me)
        .map(person => person.name)
        .join(', ')
    : (room?.name ?? '');
  const message = findMessage(chat, roomId, seq);
  const epoch = chat.getEpoch();
  return {
    snug: {
      v: PUSH_VERSION,
      ...(epoch !== undefined && { epoch }),
      kind: 'room',
      tag: toTag(roomId),
      seq,
      path: message ? messagePath(roomId, message.id) : roomPath(roomId),
      room: { id: roomId, name, kind: room?.kind ?? 'open' },
      lines: message ? [toLine(message)] : [],
      count: countUnread(chat, room, roomId),
    },
  };
}

/** The messages of the room of which its level notifies. */
function countUnread({ cursors, memberships }: Parts, room: ListedRoom | undefined, roomId: string): number {
  const { unread = 0, mentions = 0 } = cursors.get(roomId) ?? {};
  const level = getLevel(memberships, { id: roomId, kind: room?.kind });
  return Math.max(1, level === 'everything' ? unread : mentions);
}

function findMessage(chat: Parts, roomId: string, seq: number): ArrivedMessage | undefined {
  const messages = chat.findOpenRoom(roomId)?.view.get().log?.messages;
  const last = chat.roomList.getRow(roomId)?.lastMessage;
  return messages?.find(message => message.seq === seq) ?? (last?.seq === seq ? last : undefined);
}

function toLine({ author, text, file }: ArrivedMessage): PushLine {
  const kind = file ? getPreviewKind(file) : 'text';
  return { author: author.name, text: text ?? file?.name ?? '', kind };
}
