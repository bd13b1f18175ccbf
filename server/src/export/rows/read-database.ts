import type { Db } from '../../db/schema.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import type { LineSource } from '../format/line-source.ts';
import { findFileKey, readFileLines } from './file-lines.ts';
import { readMessageLines } from './message-lines.ts';
import { readPeopleLines } from './people-lines.ts';
import { listPersonalParts } from './personal-parts.ts';
import { Pictures, readEmojiLines } from './pictures.ts';
import { readRoomLines } from './room-lines.ts';
import { type ExportScope, isWholeWorkspace } from './scope.ts';
import { listWorkspaceParts } from './workspace-parts.ts';

/**
 * A database in the lines of the format, on either engine. The lines fit each other if `read` reads as of one moment. Deleted messages
 * are lines, too; deleted rooms and unsent files are not.
 */
export function readDatabase(read: Db, storage: FileStorage, scope: ExportScope = {}): LineSource {
  const source = { read, storage, scope };
  const pictures = new Pictures(source);
  return {
    people: () => readPeopleLines(source),
    rooms: () => readRoomLines(source),
    messages: roomId => readMessageLines(source, roomId),
    files: () => readFileLines(source),
    emoji: () => readEmojiLines(source),
    async openFile(id) {
      const key = await findFileKey(source, id);
      return key === undefined ? pictures.open(id) : storage.read(key);
    },
    parts: [
      ...(isWholeWorkspace(scope) ? listWorkspaceParts(source) : []),
      ...(scope.personal === true ? listPersonalParts(source) : []),
    ],
  };
}
