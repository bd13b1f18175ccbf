import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  EMOJI_RESTORE_DAYS,
  GUESTS_TOPIC,
  MAX_ADMIN_EMOJI_A_DAY,
  MAX_EMOJI,
  MAX_EMOJI_A_DAY,
  MAX_EMOJI_NAMES,
  MAX_NAMES_OF_EMOJI,
} from '@snug/protocol';
import { createHourlySweep } from '../../cluster/jobs/hourly-sweep.ts';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import {
  type LockKey,
  type Mutation,
  type MutationContext,
  type MutationResult,
  SYSTEM_CALLER,
} from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { accessUpload } from '../../files/access.ts';
import type { DeletedFile } from '../../files/file-store.ts';
import { releaseFile } from '../../files/files.ts';
import { accessCreation, accessWorkspace, hasWorkspaceRights } from '../../workspace/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import type { FixedSettings } from '../../workspace/settings/settings.ts';
import { accessAsAdder, accessEmoji } from './access.ts';
import { type StoredPicture, storePicture } from './emoji-pictures.ts';
import {
  countEmoji,
  countNamesOf,
  type EmojiRow,
  erasePicture,
  findEmoji,
  insertEmoji,
  listDeletedPictures,
  type NewEmojiRow,
  presentEmoji,
  readEmojiVersion,
  storeDeletion,
} from './emoji-store.ts';
import { isReservedShortcode } from './standard-shortcodes.ts';

/** No room has this id. Of all emoji: a name is free for one of two servers, and versions have no gaps. */
const EMOJI_LOCK: LockKey = 'room:emoji';
const DAY_MS = 24 * 60 * 60_000;
/** Pictures in one transaction. */
const SWEEP_SIZE = 100;

type EmojiResult = Pick<CommandOutput<'add_emoji'>, 'emoji'>;

interface NewEmoji extends CommandInput<'add_emoji'> {
  /** Random, so that nobody guesses the address of the picture. */
  picture: string;
  stored: StoredPicture;
  bytes: number;
  fixed: FixedSettings;
}

const addEmoji: Mutation<NewEmoji, EmojiResult & { upload: DeletedFile }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [EMOJI_LOCK, `person:${uid}`],

  async run(db, call, { name, fileId, picture, stored, bytes, fixed }) {
    await accessCreation(db, call, 'emoji', fixed);
    await accessUpload(db, call.uid, fileId);
    await assertFree(db, name);
    await assertRoomFor(db, call, { isPicture: true });
    const upload = await releaseFile(db, fileId, 'unsent');
    if (!upload) throw new CommandError('not_found');
    await storePicture(db, picture, stored);
    const animated = stored.still === null ? null : 1;
    const { output, publications } = await add(db, call, { name, key: name, picture, animated, bytes });
    await recordAudit(db, call, { action: 'add_emoji', emoji: { name } });
    return { output: { ...output, upload }, publications };
  },
};

const addEmojiName: Mutation<CommandInput<'add_emoji_name'> & { fixed: FixedSettings }, EmojiResult> = {
  lockKeys: () => [EMOJI_LOCK],

  async run(db, call, { key, name, fixed }) {
    await accessCreation(db, call, 'emoji', fixed);
    const { deletedAt } = await accessEmoji(db, key);
    if (deletedAt !== null) throw new CommandError('not_found');
    const known = (await findEmoji(db, [name])).get(name);
    if (known?.key === key && known.deletedAt === null) return unchanged(known);
    const emoji = { name, key };
    if (known?.key === key) {
      await recordAudit(db, call, { action: 'add_emoji_name', emoji });
      return change(db, known, null);
    }
    await assertFree(db, name);
    if ((await countNamesOf(db, key)) >= MAX_NAMES_OF_EMOJI)
      throw new CommandError('limit_exceeded', `This emoji has ${MAX_NAMES_OF_EMOJI} names already`);
    await assertRoomFor(db, call, { isPicture: false });
    const result = await add(db, call, { name, key, picture: null, animated: null, bytes: null });
    await recordAudit(db, call, { action: 'add_emoji_name', emoji });
    return result;
  },
};

const removeEmojiName: Mutation<CommandInput<'remove_emoji_name'>, EmojiResult> = {
  lockKeys: () => [EMOJI_LOCK],

  async run(db, call, { name }) {
    const known = (await findEmoji(db, [name])).get(name);
    if (!known) throw new CommandError('not_found');
    if (known.key === name)
      throw new CommandError(
        'invalid_input',
        'name: is the first name of its picture. Delete the emoji instead.',
      );
    await accessAsAdder(db, call, [known, await accessEmoji(db, known.key)]);
    if (known.deletedAt !== null) return unchanged(known);
    await recordAudit(db, call, { action: 'remove_emoji_name', emoji: { name, key: known.key } });
    return change(db, known, call.now);
  },
};

const deleteEmoji: Mutation<CommandInput<'delete_emoji'>, EmojiResult> = {
  lockKeys: () => [EMOJI_LOCK],

  async run(db, call, { key }) {
    const known = await accessEmoji(db, key);
    await accessAsAdder(db, call, [known]);
    if (known.deletedAt !== null) return unchanged(known);
    await recordAudit(db, call, { action: 'delete_emoji', emoji: { name: key } });
    return change(db, known, call.now);
  },
};

const restoreEmoji: Mutation<CommandInput<'restore_emoji'>, EmojiResult> = {
  lockKeys: () => [EMOJI_LOCK],

  async run(db, call, { key }) {
    await accessWorkspace(db, call);
    const known = await accessEmoji(db, key);
    if (known.deletedAt === null) return unchanged(known);
    if (known.picture === null) throw new CommandError('not_found', 'Its picture was deleted for good');
    const { shown } = await countEmoji(db, call.uid, call.now);
    if (shown >= MAX_EMOJI) throw createCountError();
    await recordAudit(db, call, { action: 'restore_emoji', emoji: { name: key } });
    return change(db, known, null);
  },
};

const eraseEmoji: Mutation<CommandInput<'erase_emoji'>, object> = {
  lockKeys: () => [EMOJI_LOCK],

  async run(db, call, { key }) {
    await accessWorkspace(db, call);
    const known = await accessEmoji(db, key);
    if (known.picture === null) return { output: {}, publications: [] };
    const { publications } = known.deletedAt === null ? await change(db, known, call.now) : unchanged(known);
    await erasePicture(db, { name: key, picture: known.picture });
    await recordAudit(db, call, { action: 'erase_emoji', emoji: { name: key } });
    return { output: {}, publications };
  },
};

/** Removes the bytes of pictures that nobody restored in time. `count`: how many, at most `limit`. */
const expireEmojiPictures: Mutation<{ limit: number }, { count: number }> = {
  lockKeys: () => [EMOJI_LOCK],

  async run(db, { now }, { limit }) {
    const over = await listDeletedPictures(db, now - EMOJI_RESTORE_DAYS * DAY_MS, limit);
    for (const one of over) await erasePicture(db, one);
    return { output: { count: over.length }, publications: [] };
  },
};

/** Throws `id_taken`. */
async function assertFree(db: Db, name: string): Promise<void> {
  if (isReservedShortcode(name))
    throw new CommandError('id_taken', 'A standard emoji has this name, or it is reserved');
  if ((await findEmoji(db, [name])).size > 0)
    throw new CommandError('id_taken', 'An emoji of this workspace has or had this name');
}

/** Throws `limit_exceeded`. */
async function assertRoomFor(
  db: Db,
  call: MutationContext,
  { isPicture }: { isPicture: boolean },
): Promise<void> {
  const { names, shown, added } = await countEmoji(db, call.uid, call.now - DAY_MS);
  if (isPicture && shown >= MAX_EMOJI) throw createCountError();
  if (names >= MAX_EMOJI_NAMES)
    throw new CommandError('limit_exceeded', `This workspace has ${MAX_EMOJI_NAMES} names of emoji already`);
  const limit = (await hasWorkspaceRights(db, call)) ? MAX_ADMIN_EMOJI_A_DAY : MAX_EMOJI_A_DAY;
  if (added >= limit)
    throw new CommandError('limit_exceeded', `You can add ${limit} emoji a day. Try again tomorrow.`);
}

function createCountError(): CommandError {
  return new CommandError(
    'limit_exceeded',
    `This workspace has ${MAX_EMOJI} emoji already. Delete one first.`,
  );
}

async function add(
  db: Db,
  { uid, now }: MutationContext,
  row: Omit<NewEmojiRow, 'addedBy' | 'at' | 'version'>,
): Promise<MutationResult<EmojiResult>> {
  const stored = { ...row, addedBy: uid, at: now, version: (await readEmojiVersion(db)) + 1 };
  await insertEmoji(db, stored);
  return publish({ ...stored, deletedAt: null });
}

async function change(
  db: Db,
  known: EmojiRow,
  deletedAt: number | null,
): Promise<MutationResult<EmojiResult>> {
  const version = (await readEmojiVersion(db)) + 1;
  await storeDeletion(db, known.name, deletedAt, version);
  return publish({ ...known, deletedAt, version });
}

function unchanged(row: EmojiRow): MutationResult<EmojiResult> {
  return { output: { emoji: presentEmoji(row) }, publications: [] };
}

function publish(row: EmojiRow): MutationResult<EmojiResult> {
  const emoji = presentEmoji(row);
  const event = { type: 'emoji_changed' as const, version: row.version, emoji };
  return {
    output: { emoji },
    publications: [
      { topic: 'workspace', event },
      { topic: GUESTS_TOPIC, event },
    ],
  };
}

export function createEmojiSweep(
  writer: MutationWriter<{ expire_emoji_pictures: typeof expireEmojiPictures }>,
): JobDefinition {
  return createHourlySweep('emoji_sweep', SWEEP_SIZE, batch =>
    writer.write('expire_emoji_pictures', SYSTEM_CALLER, batch),
  );
}

export const EMOJI_MUTATIONS = {
  add_emoji: addEmoji,
  add_emoji_name: addEmojiName,
  remove_emoji_name: removeEmojiName,
  delete_emoji: deleteEmoji,
  restore_emoji: restoreEmoji,
  erase_emoji: eraseEmoji,
  expire_emoji_pictures: expireEmojiPictures,
};
