import { newId } from '../../base/ids.ts';
import { allowModerators, allowOnly } from '../access-matrix.ts';
import { ANYWHERE, AS_ADMIN, IN_ROOM } from '../token-access.ts';
import type { CommandCases } from './command-case.ts';
import { createMessage, createMessageRef } from './input-source.ts';

export const MESSAGE_CASES = {
  get_messages: {
    input: ({ roomId }) => ({ roomId }),
    tokens: IN_ROOM,
    room: 'read',
  },
  send_message: {
    input: async ({ roomId, otherUid, upload }) => ({
      id: newId(),
      roomId,
      text: '@x, sent once',
      fileId: await upload(),
      mentions: [{ uid: otherUid, start: 0, length: 2 }],
    }),
    tokens: IN_ROOM,
    room: 'write',
    needsNewRoom: true,
  },
  delete_message: {
    input: source => createMessageRef(source),
    people: allowOnly('author', 'forbidden'),
    tokens: AS_ADMIN,
    room: 'author',
  },
  remove_message: {
    input: source => createMessageRef(source, 'other'),
    people: allowModerators('forbidden'),
    tokens: AS_ADMIN,
    room: 'moderate',
  },
  edit_message: {
    input: async source => ({
      roomId: source.roomId,
      id: await createMessage(source),
      text: 'changed',
      revision: 0,
      editId: newId(),
    }),
    people: allowOnly('author', 'forbidden'),
    tokens: AS_ADMIN,
    room: 'author',
  },
  check_upload: {
    input: () => ({ size: 1 }),
    tokens: ANYWHERE,
  },
  discard_file: {
    input: async ({ upload }) => ({ fileId: await upload() }),
    people: allowOnly('author', 'nothing'),
    tokens: ['nothing', 'nothing', 'nothing'],
  },
} satisfies CommandCases;
