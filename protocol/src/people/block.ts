import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id } from '../core/ids.ts';
import { MAX_BLOCKS } from '../core/limits.ts';

/** Grows with each change of a person's blocks. */
export const BlocksVersion = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const setBlock = defineCommand({
  summary: 'Block a person, or undo that',
  description:
    'Only your own devices learn of it. What a blocked person sends is stored and delivered as before: clients fold it, and it ' +
    `never counts as unread. A repetition changes nothing. You can block at most ${MAX_BLOCKS} people.`,
  input: v.strictObject({ uid: Id, blocked: v.boolean('must be true or false') }),
  output: v.object({ version: BlocksVersion }),
  errors: ['not_found', 'forbidden', 'limit_exceeded'],
});

const listBlocks = defineCommand({
  summary: 'List the ids of the people whom you have blocked',
  description: `At most ${MAX_BLOCKS}.`,
  input: v.strictObject({}),
  output: v.object({ uids: v.array(Id), version: BlocksVersion }),
  errors: [],
});

export const BLOCK_COMMANDS = { set_block: setBlock, list_blocks: listBlocks } as const;
