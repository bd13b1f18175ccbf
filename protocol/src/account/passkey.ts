import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { MAX_NAME_LENGTH, MAX_PASSKEYS } from '../core/limits.ts';
import { nameText } from '../text/text.ts';

/** Without its key. */
export const Passkey = v.object({
  id: Id,
  name: v.string(),
  createdAt: Timestamp,
  /** Missing, if it was never used. */
  lastUsedAt: v.optional(Timestamp),
});
export type Passkey = v.InferOutput<typeof Passkey>;

const listPasskeys = defineCommand({
  summary: 'List your passkeys',
  description: `At most ${MAX_PASSKEYS}, the oldest first. Nobody else can see them.`,
  input: v.strictObject({}),
  output: v.object({ passkeys: v.array(Passkey) }),
  errors: [],
});

const renamePasskey = defineCommand({
  summary: 'Rename one of your passkeys',
  description: 'Only the list shows its name. A removed passkey is `not_found`.',
  input: v.strictObject({ id: Id, name: nameText(MAX_NAME_LENGTH) }),
  output: v.object({ passkey: Passkey }),
  errors: ['not_found', 'unavailable'],
});

export const PASSKEY_COMMANDS = {
  list_passkeys: listPasskeys,
  rename_passkey: renamePasskey,
} as const;
