import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp, Version } from '../core/ids.ts';
import {
  EMOJI_RESTORE_DAYS,
  MAX_ADMIN_EMOJI_A_DAY,
  MAX_EMOJI,
  MAX_EMOJI_A_DAY,
  MAX_EMOJI_BYTES,
  MAX_EMOJI_FRAMES,
  MAX_EMOJI_NAMES,
  MAX_LISTED_WORKSPACE_ROWS,
  MAX_NAMES_OF_EMOJI,
} from '../core/limits.ts';
import { Person } from '../people/person.ts';

export const EmojiName = v.pipe(
  v.string('must be a text'),
  v.regex(/^[a-z0-9_+-]{2,40}$/, 'must be 2 to 40 of a to z, 0 to 9, _, + and -'),
);

const EmojiPicture = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/**
 * A name, which belongs to its picture for ever. `key`: the first name of the picture, of an alias. `picture`, `animated`: of a first
 * name. `ended`: the name shows nothing, because its picture or the alias was deleted; the aliases of a deleted picture have no
 * `ended` of their own. `version`: of its last change, which no other name has.
 */
export const CustomEmoji = v.object({
  name: EmojiName,
  version: Version,
  key: v.optional(EmojiName),
  picture: v.optional(EmojiPicture),
  animated: v.optional(v.literal(true)),
  ended: v.optional(v.literal(true)),
});
export type CustomEmoji = v.InferOutput<typeof CustomEmoji>;

/** `reduced`: what the picture lost so that it is small enough. An animation that stands still has one frame. */
const EMOJI_SIZE = {
  bytes: v.number(),
  frames: v.number(),
  reduced: v.optional(v.picklist(['quality', 'frames', 'still'])),
};

/**
 * A picture with the names that show it. `picture` is missing if it was deleted for good, or more than `EMOJI_RESTORE_DAYS` ago.
 * `deletedAt`: the picture shows nowhere.
 */
export const AddedEmoji = v.object({
  key: EmojiName,
  names: v.array(EmojiName),
  picture: v.optional(EmojiPicture),
  animated: v.optional(v.literal(true)),
  bytes: v.optional(v.number()),
  addedBy: v.optional(Person),
  at: Timestamp,
  deletedAt: v.optional(Timestamp),
});
export type AddedEmoji = v.InferOutput<typeof AddedEmoji>;

const listEmoji = defineCommand({
  summary: 'List the emoji of the workspace',
  description:
    'Names in the order of their last changes, at most 64 kB of them. `after`: only those that changed after this version. Without it, names that show ' +
    'nothing are left out. With the result, your copy is complete up to `version`. `more`: repeat the command with it as `after`.',
  input: v.strictObject({ after: v.optional(Version, 0) }),
  output: v.object({
    emoji: v.array(CustomEmoji),
    version: Version,
    more: v.optional(v.literal(true)),
  }),
  errors: [],
});

const PICTURE_RULES =
  '`fileId`: your own unsent upload, a PNG, GIF, WebP or JPEG of at most 1 MB. One of another type, or one that cannot be read, is ' +
  `\`invalid_input\`. The picture becomes a WebP of at most 96 px and ${MAX_EMOJI_BYTES / 1000} kB. An animation loses quality, then frames, of which it has at ` +
  `most ${MAX_EMOJI_FRAMES}, and then stands still: \`reduced\` has the last of these.`;

const previewEmoji = defineCommand({
  summary: 'See how a picture looks as an emoji, before you add it',
  description: `\`webp\`: the picture, in base64. The upload stays. ${PICTURE_RULES}`,
  input: v.strictObject({ fileId: Id }),
  output: v.object({ webp: v.string(), width: v.number(), height: v.number(), ...EMOJI_SIZE }),
  errors: ['forbidden', 'not_found', 'too_large', 'unavailable'],
});

const addEmoji = defineCommand({
  summary: 'Add an emoji to the workspace',
  description:
    `For everyone but guests, or for workspace admins: see the setting \`emoji\`. ${PICTURE_RULES} The upload is removed. The error is \`id_taken\` for a ` +
    'name that the workspace has or had, and for one of a standard emoji. ' +
    `The workspace has at most ${MAX_EMOJI} pictures that are not deleted and ${MAX_EMOJI_NAMES} names. A person adds at most ${MAX_EMOJI_A_DAY} names a day, and a ` +
    `workspace admin ${MAX_ADMIN_EMOJI_A_DAY}.`,
  input: v.strictObject({ name: EmojiName, fileId: Id }),
  output: v.object({ emoji: CustomEmoji, ...EMOJI_SIZE }),
  errors: ['forbidden', 'not_found', 'id_taken', 'limit_exceeded', 'too_large', 'unavailable'],
});

const addEmojiName = defineCommand({
  summary: 'Give an emoji of the workspace another name',
  description:
    '`key`: its first name. Both names show it from then on. The name is free, or was a name of this emoji. A repetition changes nothing. For the same people ' +
    `as \`add_emoji\`, with the same limits. An emoji has at most ${MAX_NAMES_OF_EMOJI} names.`,
  input: v.strictObject({ key: EmojiName, name: EmojiName }),
  output: v.object({ emoji: CustomEmoji }),
  errors: ['forbidden', 'not_found', 'id_taken', 'limit_exceeded', 'unavailable'],
});

const removeEmojiName = defineCommand({
  summary: 'Take another name of an emoji away',
  description:
    'Not its first name. The name stays taken. For the people who added the name or the emoji, and for workspace admins. A repetition changes nothing.',
  input: v.strictObject({ name: EmojiName }),
  output: v.object({ emoji: CustomEmoji }),
  errors: ['forbidden', 'not_found', 'unavailable'],
});

const deleteEmoji = defineCommand({
  summary: 'Delete an emoji of the workspace, with all its names',
  description:
    '`key`: its first name. Its names show as they were typed and stay taken. For the person who added it, and for workspace admins. A repetition changes nothing.',
  input: v.strictObject({ key: EmojiName }),
  output: v.object({ emoji: CustomEmoji }),
  errors: ['forbidden', 'not_found', 'unavailable'],
});

const restoreEmoji = defineCommand({
  summary: 'Restore a deleted emoji with its names; for workspace admins',
  description: `Within ${EMOJI_RESTORE_DAYS} days, if it was not deleted for good. A repetition changes nothing.`,
  input: v.strictObject({ key: EmojiName }),
  output: v.object({ emoji: CustomEmoji }),
  errors: ['forbidden', 'not_found', 'limit_exceeded', 'unavailable'],
});

const eraseEmoji = defineCommand({
  summary: 'Delete an emoji for good; for workspace admins',
  description: 'Removes its picture at once. Its names stay taken. A repetition changes nothing.',
  input: v.strictObject({ key: EmojiName }),
  output: v.object({}),
  errors: ['forbidden', 'not_found', 'unavailable'],
});

const listWorkspaceEmoji = defineCommand({
  summary: 'List the emoji of the workspace with the people who added them; for workspace admins',
  description:
    `Also deleted ones, by their first names, at most ${MAX_LISTED_WORKSPACE_ROWS} in a page. \`mine\`: only those that you added, for everyone but guests. \`text\`: only those whose first ` +
    'name begins with it. `next`: repeat the command with it as `after`.',
  input: v.strictObject({
    mine: v.optional(v.literal(true)),
    text: v.optional(
      v.pipe(v.string('must be a text'), v.maxLength(40, 'must be at most 40 characters')),
      '',
    ),
    after: v.optional(EmojiName),
  }),
  output: v.object({ emoji: v.array(AddedEmoji), next: v.optional(EmojiName) }),
  errors: ['forbidden'],
});

export const CUSTOM_EMOJI_COMMANDS = {
  list_emoji: listEmoji,
  preview_emoji: previewEmoji,
  add_emoji: addEmoji,
  add_emoji_name: addEmojiName,
  remove_emoji_name: removeEmojiName,
  delete_emoji: deleteEmoji,
  restore_emoji: restoreEmoji,
  erase_emoji: eraseEmoji,
  list_workspace_emoji: listWorkspaceEmoji,
} as const;
