import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { GUEST_WARNING_DAYS, MAX_GUEST_DAYS, MAX_LISTED_GUESTS } from '../core/limits.ts';
import { Person } from './person.ts';

const setGuestEnd = defineCommand({
  summary: 'Change when the access of a guest ends; for the admins of their rooms and for workspace admins',
  description:
    `\`until\`: a time within ${MAX_GUEST_DAYS} days, or null for no end; any other is \`invalid_input\`. When it comes, their sessions end, and they cannot sign in ` +
    'until somebody extends their access. Their messages stay. A repetition changes nothing.',
  input: v.strictObject({ uid: Id, until: v.nullable(Timestamp) }),
  output: v.object({}),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const makeMember = defineCommand({
  summary: 'Make a member of the workspace from a guest; for workspace admins',
  description: 'They then see all people and all open rooms. A repetition changes nothing.',
  input: v.strictObject({ uid: Id }),
  output: v.object({ person: Person }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const listEndingGuests = defineCommand({
  summary: 'List the guests whom you have invited and whose access ends soon',
  description: `Those of the next ${GUEST_WARNING_DAYS} days, at most ${MAX_LISTED_GUESTS}, the first one first.`,
  input: v.strictObject({}),
  output: v.object({ guests: v.array(v.object({ person: Person, until: Timestamp })) }),
  errors: [],
});

export const GUEST_COMMANDS = {
  set_guest_end: setGuestEnd,
  make_member: makeMember,
  list_ending_guests: listEndingGuests,
} as const;
