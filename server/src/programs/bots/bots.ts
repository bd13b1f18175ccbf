import { CommandError, type CommandInput, type CommandOutput, MAX_BOTS } from '@snug/protocol';
import { ERASURE_JOB, insertDeletion } from '../../account/deletion/deletion-store.ts';
import { newId } from '../../base/ids.ts';
import { scheduleJob } from '../../cluster/jobs/job-store.ts';
import type { Caller, LockKey, Mutation, Mutations } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { findBot } from '../../people/profiles/bot.ts';
import { indexPersonName, removePersonName } from '../../people/profiles/person-names.ts';
import { changeProfile } from '../../people/profiles/profiles.ts';
import { accessCreation } from '../../workspace/access.ts';
import type { FixedSettings } from '../../workspace/settings/settings.ts';
import { deleteTokensOf } from '../tokens/token-store.ts';
import { accessBot } from './access.ts';
import { listBots } from './bot-list.ts';
import { insertBot, markDeleted } from './bot-store.ts';

type NewBot = CommandInput<'create_bot'> & { id: string; fixed?: FixedSettings };
type BotRef = CommandInput<'delete_bot'>;

/** A bot needs the locks of its owner and of itself. */
function toLockKeys({ uid }: Caller, { uid: botId }: BotRef): LockKey[] {
  return [`person:${uid}`, `person:${botId}`];
}

export const createBot: Mutation<NewBot, CommandOutput<'create_bot'>> = {
  lockKeys: (call, { id }) => toLockKeys(call, { uid: id }),

  async run(db, call, { id, name, fixed = {} }) {
    const { uid: ownerId, now } = call;
    await accessSelf(db, ownerId);
    const known = await findBot(db, id);
    if (known && (known.ownerId !== ownerId || known.deletedAt !== null)) throw new CommandError('id_taken');
    if (known) return { output: { bot: known.person }, publications: [] };
    await accessCreation(db, call, 'bots', fixed);
    if ((await listBots(db, ownerId)).length >= MAX_BOTS)
      throw new CommandError('limit_exceeded', `You can have at most ${MAX_BOTS} bots. Delete one first.`);
    await insertBot(db, { id, name, ownerId, now });
    await indexPersonName(db, id, name);
    const { person: bot } = await accessBot(db, { uid: ownerId }, id);
    return { output: { bot }, publications: [] };
  },
};

export const editBot: Mutation<CommandInput<'edit_bot'>, CommandOutput<'edit_bot'>> = {
  lockKeys: toLockKeys,

  async run(db, call, { uid, name }) {
    if ((await accessBot(db, call, uid)).deletedAt !== null) throw new CommandError('not_found');
    const { output, publications } = await changeProfile(db, { ...call, uid }, { name });
    return { output: { bot: output.person }, publications };
  },
};

/** A job takes it out of its rooms. Returns the ended tokens; the caller of the mutation closes their sockets. */
export const deleteBot: Mutation<BotRef, { tokenIds: string[] }> = {
  isUnrepeatable: true,
  lockKeys: toLockKeys,

  async run(db, call, { uid }) {
    const { deletedAt } = await accessBot(db, call, uid);
    const tokenIds = deletedAt === null ? await endBot(db, uid, call.now) : [];
    return { output: { tokenIds }, publications: [] };
  },
};

/** The bots of a person whose account is deleted. The caller holds the person's lock. */
export async function endBotsOf(db: Db, ownerId: string, now: number): Promise<void> {
  for (const { uid } of await listBots(db, ownerId)) await endBot(db, uid, now);
}

/** Keeps its name, which belongs to its messages. */
async function endBot(db: Db, uid: string, now: number): Promise<string[]> {
  await markDeleted(db, uid, now);
  await removePersonName(db, uid);
  await insertDeletion(db, uid, now, false);
  await scheduleJob(db, newId(), ERASURE_JOB, now);
  return deleteTokensOf(db, uid);
}

export const BOT_MUTATIONS = {
  create_bot: createBot,
  edit_bot: editBot,
  delete_bot: deleteBot,
} satisfies Mutations;
