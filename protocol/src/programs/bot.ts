import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id } from '../core/ids.ts';
import { MAX_BOTS } from '../core/limits.ts';
import { Person } from '../people/person.ts';
import { PersonName } from '../people/profile.ts';

const createBot = defineCommand({
  summary: 'Create a bot: a person whom a program acts as',
  description:
    'Its rights never exceed those of the caller, who is its owner. It acts only by access tokens. The caller can choose the id: a ' +
    `repetition with the same id creates no second bot and returns the first. A person has at most ${MAX_BOTS} bots.`,
  input: v.strictObject({ id: v.optional(Id), name: PersonName }),
  output: v.object({ bot: Person }),
  errors: ['forbidden', 'id_taken', 'limit_exceeded', 'unavailable'],
});

const listBots = defineCommand({
  summary: 'List your bots',
  description: `At most ${MAX_BOTS}, the oldest first.`,
  input: v.strictObject({}),
  output: v.object({ bots: v.array(Person) }),
  errors: [],
});

const editBot = defineCommand({
  summary: 'Change the name of a bot; for its owner',
  description: 'All its messages show the new name, also earlier ones. The same name changes nothing.',
  input: v.strictObject({ uid: Id, name: PersonName }),
  output: v.object({ bot: Person }),
  errors: ['not_found', 'unavailable'],
});

const deleteBot = defineCommand({
  summary: 'Delete a bot; for its owner',
  description:
    'Ends its access tokens, closes their sockets, and soon takes it out of all rooms. Its messages stay. A repetition changes nothing.',
  input: v.strictObject({ uid: Id }),
  output: v.object({}),
  errors: ['not_found', 'unavailable'],
});

export const BOT_COMMANDS = {
  create_bot: createBot,
  list_bots: listBots,
  edit_bot: editBot,
  delete_bot: deleteBot,
} as const;
