import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, uniqueIds } from '../core/ids.ts';
import { MAX_DIRECT_PEOPLE, MAX_FOUND_PEOPLE, MAX_NAME_LENGTH } from '../core/limits.ts';
import { Person } from '../people/person.ts';
import { trimmedText } from '../text/text.ts';
import { FindCursor, ListedRoom } from './room.ts';

const openDirect = defineCommand({
  summary: 'Open the direct room with other people, or with yourself for notes',
  description:
    `\`uids\`: up to ${MAX_DIRECT_PEOPLE - 1} other people; none for notes. The same people always get the same room. ` +
    'For each person who shares no private or direct room with the caller, a new room is a request. ' +
    '`unavailable` while servers of an earlier release run.',
  input: v.strictObject({
    uids: uniqueIds(MAX_DIRECT_PEOPLE - 1, 'people'),
  }),
  output: v.object({ room: ListedRoom }),
  errors: ['not_found', 'limit_exceeded', 'unavailable'],
});

const findPeople = defineCommand({
  summary: 'Find people by their names',
  description:
    'Works like `find_rooms`: each word of `text` begins a word of the name. With `roomId`, only members of that room. ' +
    `A result has at most ${MAX_FOUND_PEOPLE} people.`,
  input: v.strictObject({
    text: trimmedText(MAX_NAME_LENGTH),
    roomId: v.optional(Id),
    after: v.optional(FindCursor),
  }),
  output: v.object({ people: v.array(Person), next: v.optional(FindCursor) }),
  errors: ['not_found'],
});

export const DIRECT_COMMANDS = { open_direct: openDirect, find_people: findPeople } as const;
