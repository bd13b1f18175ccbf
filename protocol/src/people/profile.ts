import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, uniqueIds } from '../core/ids.ts';
import { MAX_NAME_LENGTH, MAX_WATCHED_PEOPLE } from '../core/limits.ts';
import { nameText } from '../text/text.ts';
import { Person } from './person.ts';
import { Presence } from './presence.ts';

export const PersonName = nameText(MAX_NAME_LENGTH);

const setNickname = defineCommand({
  summary: 'Change your name',
  description: 'All your messages show the new name, also earlier ones. The same name changes nothing.',
  input: v.strictObject({ name: PersonName }),
  output: v.object({ person: Person }),
  errors: ['unavailable'],
});

const setAvatar = defineCommand({
  summary: 'Change your picture',
  description:
    'From your own unsent upload, a PNG or JPEG file; one of another type, or one that cannot be read, is `invalid_input`. The ' +
    'picture is its centre, 200 px wide and high. The upload is removed.',
  input: v.strictObject({ fileId: Id }),
  output: v.object({ person: Person }),
  errors: ['not_found', 'forbidden', 'too_large', 'unavailable'],
});

const getProfile = defineCommand({
  summary: 'Read the public profile of a person',
  description: 'Without `presence` if the person was never online. `owner`: of a bot.',
  input: v.strictObject({ uid: Id }),
  output: v.object({ person: Person, presence: v.optional(Presence), owner: v.optional(Person) }),
  errors: ['not_found'],
});

const ListIndex = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(0),
);

const watchPeople = defineCommand({
  summary: 'Read several people and, over the socket, subscribe to their changes',
  description:
    'Replaces the list of people that this socket watches. No change is missed between the result and the subscription. ' +
    'The result leaves out unknown people. If it is full, it has `next`: repeat the command with the same people, and ' +
    'with `next` as `from`.',
  input: v.strictObject({
    uids: uniqueIds(MAX_WATCHED_PEOPLE, 'people'),
    from: v.optional(ListIndex, 0),
  }),
  output: v.object({
    people: v.array(Person),
    presences: v.array(Presence),
    next: v.optional(ListIndex),
  }),
  errors: [],
});

export const PROFILE_COMMANDS = {
  set_nickname: setNickname,
  set_avatar: setAvatar,
  get_profile: getProfile,
  watch_people: watchPeople,
} as const;
