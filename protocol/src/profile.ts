import * as v from 'valibot';
import { defineCommand } from './command.ts';
import { Id } from './ids.ts';
import { MAX_NAME_LENGTH, MAX_WATCHED_PEOPLE } from './limits.ts';
import { Person } from './person.ts';
import { Presence } from './presence.ts';
import { singleLineText } from './text.ts';

export const PersonName = singleLineText(MAX_NAME_LENGTH);

export const setNickname = defineCommand({
  summary: 'Take another name',
  description: 'It shows on everything that you ever wrote. Taking the same name again changes nothing.',
  input: v.strictObject({ name: PersonName }),
  output: v.object({ person: Person }),
  errors: ['unavailable'],
});

export const setAvatar = defineCommand({
  summary: 'Take another picture',
  description:
    'An upload of your own that was not sent, a PNG or JPEG file: its middle is shown, 200 px wide and high, and the ' +
    'upload is gone.',
  input: v.strictObject({ fileId: Id }),
  output: v.object({ person: Person }),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

export const getProfile = defineCommand({
  summary: 'Read what everyone may know of a person',
  description: 'Without `presence` where the person never was here.',
  input: v.strictObject({ uid: Id }),
  output: v.object({ person: Person, presence: v.optional(Presence) }),
  errors: ['not_found'],
});

const ListIndex = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(0),
);

export const watchPeople = defineCommand({
  summary: 'Read several people and, over the socket, receive their changes from here on',
  description:
    'Says all whom this socket watches: who was watched before and is not named any more is told of no longer. ' +
    'No change falls between the answer and the subscription. Who is unknown is left out of the answer. An answer with ' +
    '`next` has no room for more: ask again with the same people and `from` at that place in the list.',
  input: v.strictObject({
    uids: v.pipe(
      v.array(Id, 'must be a list'),
      v.maxLength(MAX_WATCHED_PEOPLE, `must have at most ${MAX_WATCHED_PEOPLE} people`),
      v.check(uids => new Set(uids).size === uids.length, 'must name nobody twice'),
    ),
    from: v.optional(ListIndex, 0),
  }),
  output: v.object({
    people: v.array(Person),
    presences: v.array(Presence),
    next: v.optional(ListIndex),
  }),
  errors: [],
});
