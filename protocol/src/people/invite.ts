import * as v from 'valibot';
import { ListedRoom } from '../chat/room.ts';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import {
  DEFAULT_INVITE_DAYS,
  DEFAULT_INVITE_USES,
  MAX_ACTIVE_INVITES,
  MAX_GUEST_DAYS,
  MAX_INVITE_DAYS,
  MAX_INVITE_ROOMS,
  MAX_INVITE_USES,
  MAX_LISTED_INVITES,
} from '../core/limits.ts';
import { Person } from './person.ts';

/** Any text: a malformed code is unknown, like any other that the server did not create. */
const InviteCode = v.pipe(v.string('must be a text'), v.maxLength(100, 'must be at most 100 characters'));

/** A room of an invitation, for people who cannot read it yet. */
export const InviteRoom = v.pick(ListedRoom, ['id', 'kind', 'name']);
export type InviteRoom = v.InferOutput<typeof InviteRoom>;

export const Invite = v.object({
  id: Id,
  /** `/invite/<code>` is the link. Missing for an invitation of another person, whose link could lead to further rooms. */
  code: v.optional(v.string()),
  createdBy: Person,
  /** Those that the caller may read. */
  rooms: v.array(InviteRoom),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  maxUses: v.number(),
  uses: v.number(),
  /** New accounts become guests, who see only the room of the invitation. */
  guest: v.optional(v.literal(true)),
  /** The end of their access. */
  guestUntil: v.optional(Timestamp),
});
export type Invite = v.InferOutput<typeof Invite>;

const createInvite = defineCommand({
  summary: 'Create an invitation link to Snug and to rooms',
  description:
    'The caller can choose the id: a repetition with the same id creates no second invitation and returns the first. ' +
    `\`roomIds\`: at most ${MAX_INVITE_ROOMS}. Members invite to an open room, unless its admins have switched that off, and ` +
    `only admins to a private room. A person has at most ${MAX_ACTIVE_INVITES} active invitations. Each new member is one use. ` +
    '`guest`: a new account by this invitation is a guest, who sees only its room, which is private and the only one; other rooms are `invalid_input`. `guestUntil`: the ' +
    `end of their access, within ${MAX_GUEST_DAYS} days, or else \`invalid_input\`; missing for none. Guests are \`unavailable\` while servers of an earlier release run.`,
  input: v.strictObject({
    id: v.optional(Id),
    roomIds: v.optional(
      v.pipe(v.array(Id), v.maxLength(MAX_INVITE_ROOMS, `must be at most ${MAX_INVITE_ROOMS}`)),
      [],
    ),
    expiresInDays: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_INVITE_DAYS)),
      DEFAULT_INVITE_DAYS,
    ),
    maxUses: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_INVITE_USES)),
      DEFAULT_INVITE_USES,
    ),
    guest: v.optional(v.boolean('must be true or false')),
    guestUntil: v.optional(Timestamp),
  }),
  output: v.object({ invite: Invite }),
  errors: ['not_found', 'forbidden', 'id_taken', 'limit_exceeded', 'unavailable'],
});

const listInvites = defineCommand({
  summary: 'List active invitations, the newest first',
  description:
    'The own ones. With `roomId`, those to that room: all of them for its admins, and for others their own. One call examines ' +
    `at most ${MAX_LISTED_INVITES} invitations, so a result with \`next\` may have few or none: pass it as \`before\` to continue.`,
  input: v.strictObject({ roomId: v.optional(Id), before: v.optional(Id) }),
  output: v.object({ invites: v.array(Invite), next: v.optional(Id) }),
  errors: ['not_found'],
});

const revokeInvite = defineCommand({
  summary: 'End an invitation; for its creator and the admins of its rooms',
  description: 'Its link no longer works. A repetition changes nothing.',
  input: v.strictObject({ id: Id }),
  output: v.object({}),
  errors: ['not_found', 'unavailable'],
});

const getInvite = defineCommand({
  summary: 'Read the invitation of a link',
  description:
    'Without rooms from which the caller is banned. `isMember`: the caller is a member of all of its rooms. A code that is ' +
    'malformed, unknown, revoked, expired or used up, or whose creator may no longer invite, is `not_found`. `guest`: new accounts become ' +
    'guests. For a guest, any other invitation is `forbidden`.',
  input: v.strictObject({ code: InviteCode }),
  output: v.object({
    inviter: Person,
    rooms: v.array(InviteRoom),
    isMember: v.boolean(),
    guest: v.optional(v.literal(true)),
  }),
  errors: ['not_found', 'forbidden'],
});

const redeemInvite = defineCommand({
  summary: 'Join the rooms of an invitation',
  description:
    'Uses the invitation once if it adds the caller to a room. A repetition changes nothing. The codes that `get_invite` does ' +
    'not find are `not_found`. Members join as members, and guests as guests.',
  input: v.strictObject({ code: InviteCode }),
  output: v.object({ rooms: v.array(ListedRoom) }),
  errors: ['not_found', 'forbidden', 'limit_exceeded', 'unavailable'],
});

export const INVITE_COMMANDS = {
  create_invite: createInvite,
  list_invites: listInvites,
  revoke_invite: revokeInvite,
  get_invite: getInvite,
  redeem_invite: redeemInvite,
} as const;
