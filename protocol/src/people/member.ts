import * as v from 'valibot';
import { ListedRoom } from '../chat/room.ts';
import { defineCommand } from '../core/command.ts';
import { Id, Seq, Timestamp } from '../core/ids.ts';
import {
  FOREVER,
  MAX_FAVOURITES,
  MAX_JOINED_ROOMS,
  MAX_LISTED_MEMBERS,
  MAX_REQUESTS,
} from '../core/limits.ts';
import { Membership, NotificationLevel, Role } from './membership.ts';
import { Person } from './person.ts';

/** A person's place in a room. `bannedUntil` and `silencedUntil` are missing if the time is over. */
export const Member = v.object({
  person: Person,
  role: Role,
  bannedUntil: v.optional(Timestamp),
  silencedUntil: v.optional(Timestamp),
  /** Of a guest, for the admins of a private room: the end of their access. */
  guestUntil: v.optional(Timestamp),
});
export type Member = v.InferOutput<typeof Member>;

const joinRoom = defineCommand({
  summary: 'Become a member of an open room',
  description:
    'The room then belongs to your rooms. Sending a message joins, too. A repetition changes nothing. A person is a member ' +
    `of at most ${MAX_JOINED_ROOMS} rooms.`,
  input: v.strictObject({ roomId: Id }),
  output: v.object({ room: ListedRoom }),
  errors: ['not_found', 'forbidden', 'limit_exceeded', 'unavailable'],
});

const leaveRoom = defineCommand({
  summary: 'Stop being a member of a room',
  description:
    'The last admin of a room cannot leave it. After leaving a private room, nobody can read it without being added again.',
  input: v.strictObject({ roomId: Id }),
  output: v.object({}),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

/** Null ends it. */
const End = v.nullable(v.pipe(Timestamp, v.minValue(0), v.maxValue(FOREVER)));

const setMember = defineCommand({
  summary: 'Add a person to a room, remove, ban or silence them, or undo that; for its admins',
  description:
    'Fields that are left out stay. `member`: a new member reads the whole history. `bannedUntil`, `silencedUntil`: times, ' +
    `null for none, or ${FOREVER} for good. A ban removes the person and lasts as long; a banned person cannot be added. An ` +
    'admin must be demoted first. A person who does not know the caller gets a request, which the caller cannot see. A repetition ' +
    'changes nothing. `unavailable` while servers of an earlier release run.',
  input: v.strictObject({
    roomId: Id,
    uid: Id,
    member: v.optional(v.boolean('must be true or false')),
    bannedUntil: v.optional(End),
    silencedUntil: v.optional(End),
  }),
  output: v.object({ member: Member }),
  errors: ['not_found', 'forbidden', 'limit_exceeded', 'unavailable'],
});

export const MemberCursor = v.strictObject({ role: v.picklist(['admin', 'member']), uid: Id });
export type MemberCursor = v.InferOutput<typeof MemberCursor>;

const listMembers = defineCommand({
  summary: 'List the members of a room, admins first',
  description:
    `At most ${MAX_LISTED_MEMBERS} in a page. \`after\`: the \`next\` of the previous page. The last page has no \`next\`. ` +
    '`excluded`, for admins on the first page: the people whose ban or silence lasts, at most as many.',
  input: v.strictObject({ roomId: Id, after: v.optional(MemberCursor) }),
  output: v.object({
    members: v.array(Member),
    next: v.optional(MemberCursor),
    excluded: v.optional(v.array(Member)),
  }),
  errors: ['not_found'],
});

const listJoined = defineCommand({
  summary: 'List the ids of your rooms',
  description:
    `At most ${MAX_JOINED_ROOMS}, without archived rooms. \`requests\`: the ids of rooms that wait for an answer, at most ${MAX_REQUESTS}; missing if there are none. ` +
    '`defaultLevel`: of rooms without a level of their own; missing for mentions, replies and direct messages.',
  input: v.strictObject({}),
  output: v.object({
    roomIds: v.array(Id),
    requests: v.optional(v.array(Id)),
    defaultLevel: v.optional(NotificationLevel),
  }),
  errors: [],
});

const setRoomOptions = defineCommand({
  summary:
    'Mark one of your rooms as a favourite, choose its notifications, hide a direct room, or answer the request of a stranger',
  description:
    `Only your own devices know. Fields that are left out stay. A person has at most ${MAX_FAVOURITES} favourites. \`level\`: notifications of ` +
    'all messages, of mentions and replies, or none; a direct room has no level "mentions". `muted`: the level "nothing", or the one before it. `hiddenSeq`: ' +
    'hides a direct room until it has a message with a higher `seq`, or null. `request`: declines the request of a stranger, or accepts it with null. Leaving a room ends its options. A repetition ' +
    'changes nothing.',
  input: v.strictObject({
    roomId: Id,
    favourite: v.optional(v.boolean('must be true or false')),
    level: v.optional(NotificationLevel),
    muted: v.optional(v.boolean('must be true or false')),
    hiddenSeq: v.optional(v.nullable(Seq)),
    request: v.optional(v.nullable(v.literal('declined', 'must be "declined" or null'))),
  }),
  output: v.object({ membership: Membership }),
  errors: ['not_found', 'forbidden', 'limit_exceeded', 'unavailable'],
});

export const MEMBER_COMMANDS = {
  join_room: joinRoom,
  leave_room: leaveRoom,
  set_member: setMember,
  list_members: listMembers,
  list_joined: listJoined,
  set_room_options: setRoomOptions,
} as const;
