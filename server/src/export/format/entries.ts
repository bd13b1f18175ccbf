import type * as v from 'valibot';
import {
  AuditLine,
  BlockLine,
  EmojiLine,
  FileLine,
  FollowLine,
  InviteLine,
  LevelLine,
  MessageLine,
  PersonLine,
  ReadLine,
  RoomLine,
  SavedLine,
  Settings,
  StatusLine,
} from './lines.ts';

/** Entries beside people, rooms, messages, files and emoji. The last six only with `--personal`. */
export const PARTS = {
  'settings.json': Settings,
  'invites.jsonl': InviteLine,
  'audit.jsonl': AuditLine,
  'reads.jsonl': ReadLine,
  'follows.jsonl': FollowLine,
  'saved.jsonl': SavedLine,
  'blocks.jsonl': BlockLine,
  'statuses.jsonl': StatusLine,
  'levels.jsonl': LevelLine,
} as const satisfies Record<string, v.GenericSchema<unknown, object>>;

export type PartName = keyof typeof PARTS;

export const PART_NAMES = Object.keys(PARTS) as PartName[];

/** What a line of each entry is; `rooms/<id>.jsonl` stands for one of each room. */
export const ENTRIES = {
  'people.jsonl': PersonLine,
  'rooms.jsonl': RoomLine,
  'rooms/<id>.jsonl': MessageLine,
  'files.jsonl': FileLine,
  'emoji.jsonl': EmojiLine,
  ...PARTS,
} as const;

export function getMessagesPath(roomId: string): string {
  return `rooms/${roomId}.jsonl`;
}

export function getFilePath(id: string): string {
  return `files/${id}`;
}
