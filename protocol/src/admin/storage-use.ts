import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { MAX_LARGEST_ROOMS, MAX_UNUSED_FILES } from '../core/limits.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const Use = v.object({ files: Count, bytes: Count });
export type Use = v.InferOutput<typeof Use>;

/** `voice`: recordings of Snug. */
export const FILE_USE_KINDS = ['picture', 'video', 'voice', 'other'] as const;
export type FileUseKind = (typeof FILE_USE_KINDS)[number];

/** Open rooms with id and name, private ones with their id, and direct ones with neither. */
export const RoomUse = v.object({
  ...Use.entries,
  room: v.object({
    kind: v.optional(v.picklist(['private', 'direct'])),
    id: v.optional(Id),
    name: v.optional(v.string()),
  }),
});
export type RoomUse = v.InferOutput<typeof RoomUse>;

export const StorageUse = v.object({
  /** Of the numbers by kind and by room. Missing until a job has counted for the first time. */
  countedAt: v.optional(Timestamp),
  kinds: v.array(v.object({ ...Use.entries, kind: v.picklist(FILE_USE_KINDS) })),
  /** The largest first. */
  rooms: v.array(RoomUse),
  unsent: Use,
  /** Files that a job removes. */
  deleted: Use,
});
export type StorageUse = v.InferOutput<typeof StorageUse>;

const getStorage = defineCommand({
  summary: 'Read how much space files take, by kind and by room; for workspace admins',
  description:
    'A job counts sent files every 15 minutes. ' +
    `\`rooms\`: the ${MAX_LARGEST_ROOMS} with the most bytes, at the time of counting. \`unsent\` and \`deleted\` are current and ` +
    `count at most ${MAX_UNUSED_FILES} files each.`,
  input: v.strictObject({}),
  output: StorageUse,
  errors: ['forbidden'],
});

export const STORAGE_USE_COMMANDS = { get_storage: getStorage } as const;
