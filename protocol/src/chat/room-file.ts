import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Seq } from '../core/ids.ts';
import { MAX_LISTED_FILES } from '../core/limits.ts';
import { Message } from './message.ts';

export const RoomFileKind = v.picklist(
  ['picture', 'file', 'link', 'voice'],
  'must be picture, file, link or voice',
);
export type RoomFileKind = v.InferOutput<typeof RoomFileKind>;

const listFiles = defineCommand({
  summary:
    'List the messages of a room with a picture, another file, a link or a voice message, newest first',
  description:
    `At most ${MAX_LISTED_FILES} and 64 kB in a page. \`before\`: the \`next\` of the previous page. The last page has no \`next\`. ` +
    'Messages have no `mine`. After an update from a release without this command, older messages follow step by step.',
  input: v.strictObject({ roomId: Id, kind: RoomFileKind, before: v.optional(Seq) }),
  output: v.object({ messages: v.array(Message), next: v.optional(Seq) }),
  errors: ['not_found'],
});

export const ROOM_FILE_COMMANDS = { list_files: listFiles } as const;
