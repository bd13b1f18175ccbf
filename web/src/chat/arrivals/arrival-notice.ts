import type { Arrival, Chat } from '@snug/client';
import {
  type ListedRoom,
  type NotificationSettings,
  PUSH_VERSION,
  type PushLine,
  type PushPayload,
} from '@snug/protocol';
import { toTag } from '../../notifications/page/read-tags.ts';
import { listOthers } from '../../people/direct/room-name.ts';
import { messagePath, roomPath } from '../../state/room-path.ts';
import { mayBeCut } from '../messages/text/read-preview.ts';
import { getPreviewKind } from '../rooms/list/preview-kind.ts';
import { findArrivedMessage } from './arrived-message.ts';

type Parts = Pick<Chat, 'findOpenRoom' | 'getEpoch' | 'me' | 'roomList'>;

export interface NoticeOptions {
  shows: NotificationSettings['shows'];
  /** Of unread messages of the room that call the person. */
  count: number;
  isSilent: boolean;
}

const HIDDEN = { all: undefined, name: 'text', nothing: 'all' } as const;

/** The push that the server would send, for a browser without a push service. */
export function createArrivalNotice(
  chat: Parts,
  { roomId, seq }: Arrival,
  { shows, count, isSilent }: NoticeOptions,
): PushPayload {
  const room = chat.roomList.getRow(roomId);
  const message = findArrivedMessage(chat, roomId, seq);
  const epoch = chat.getEpoch();
  const hidden = HIDDEN[shows];
  return {
    snug: {
      v: PUSH_VERSION,
      ...(epoch !== undefined && { epoch }),
      kind: 'room',
      tag: toTag(roomId),
      seq,
      path: message ? messagePath(roomId, message.id) : roomPath(roomId),
      ...(hidden !== 'all' && {
        room: { id: roomId, name: getName(chat, room), kind: room?.kind ?? 'open' },
      }),
      lines: message && !hidden ? [toLine(message)] : [],
      count,
      ...(isSilent && { silent: true }),
      ...(hidden && { hidden }),
    },
  };
}

function getName({ me }: Parts, room: ListedRoom | undefined): string {
  if (!room?.people) return room?.name ?? '';
  return listOthers(room.people, me.get()?.uid ?? '')
    .map(person => person.name)
    .join(', ');
}

function toLine({
  author,
  text: written,
  file,
  isWhole,
}: NonNullable<ReturnType<typeof findArrivedMessage>>): PushLine {
  const kind = file ? getPreviewKind(file) : 'text';
  const text = written ?? file?.name ?? '';
  return { author: author.name, text, ...(!isWhole && mayBeCut(text) && { isCut: true }), kind };
}
