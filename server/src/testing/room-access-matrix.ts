import type { CommandName, TopicKind } from '@snug/protocol';
import type { AccessResult } from './token-access.ts';

/**
 * By their relation to one room. All but `nobody`, `stranger` and `workspaceAdmin` were its members at some time. `bot` and
 * `botElsewhere` are the same member, with an access token for this room or for another one. The owner of `botOfBanned` was banned
 * after it became a member. `adminToken` is a token of the workspace admin for all rooms. In a direct room, nobody can ban, silence
 * or promote a person: `banned`, `silenced` and `admin` are those for whom somebody tried, `former` is a workspace admin who joined
 * by the command line and left, and `botOfBanned` was never there.
 */
export const ROOM_ACTORS = [
  'nobody',
  'botElsewhere',
  'botOfBanned',
  'adminToken',
  'stranger',
  'former',
  'banned',
  'silenced',
  'workspaceAdmin',
  'bot',
  'member',
  'admin',
  'author',
] as const;
export type RoomActor = (typeof ROOM_ACTORS)[number];
export type RoomAccessRow = Readonly<Record<RoomActor, AccessResult>>;
export type TestedKind = 'open' | 'private' | 'direct';

type IsAllowed = (actor: RoomActor, kind: TestedKind) => boolean;

interface AccessClass {
  isAllowed: IsAllowed;
  /** The result for everyone else. By default `forbidden`, or `not_found` for those who may not read the room. */
  otherwise?: AccessResult;
}

const MEMBERS: readonly RoomActor[] = ['silenced', 'bot', 'member', 'admin', 'author'];
const EXCLUDED: readonly RoomActor[] = ['banned', 'botElsewhere', 'botOfBanned'];

const isMember: IsAllowed = (actor, kind) =>
  MEMBERS.includes(actor) || (kind === 'direct' && actor === 'banned');
const isReader: IsAllowed = (actor, kind) =>
  kind === 'open' ? !EXCLUDED.includes(actor) : isMember(actor, kind);
const isModerator: IsAllowed = (actor, kind) =>
  (kind !== 'direct' && actor === 'admin') || (kind === 'open' && actor === 'workspaceAdmin');

/**
 * `found`, `named`, `listed`, `announced` and `own`: the result or the event omits the room for everyone else. `named`: by its name.
 * `listed`: among the open rooms, or those of an access token. `invited`: by a code of an admin. No invitation leads to a direct
 * room.
 */
const CLASSES = {
  anyone: { isAllowed: () => true },
  read: { isAllowed: isReader },
  found: { isAllowed: isReader, otherwise: 'nothing' },
  named: { isAllowed: (actor, kind) => kind !== 'direct' && isReader(actor, kind), otherwise: 'nothing' },
  listed: {
    isAllowed: (actor, kind) => actor === 'bot' || (kind === 'open' && isReader(actor, kind)),
    otherwise: 'nothing',
  },
  announced: {
    isAllowed: (actor, kind) => actor !== 'bot' && kind === 'open' && isReader(actor, kind),
    otherwise: 'nothing',
  },
  own: { isAllowed: isMember, otherwise: 'nothing' },
  place: { isAllowed: isMember },
  write: { isAllowed: (actor, kind) => isReader(actor, kind) && (kind === 'direct' || actor !== 'silenced') },
  author: { isAllowed: actor => actor === 'author' },
  pin: { isAllowed: (actor, kind) => (kind === 'direct' ? isMember(actor, kind) : actor === 'admin') },
  leave: { isAllowed: (actor, kind) => kind !== 'direct' && isReader(actor, kind) },
  moderate: { isAllowed: isModerator },
  revoke: { isAllowed: isModerator, otherwise: 'not_found' },
  invite: {
    isAllowed: (actor, kind) => isModerator(actor, kind) || (kind === 'open' && isMember(actor, kind)),
  },
  invited: { isAllowed: (actor, kind) => kind !== 'direct' && actor !== 'banned', otherwise: 'not_found' },
} satisfies Record<string, AccessClass>;

export type AccessClassName = keyof typeof CLASSES;

export function toRoomRow(name: AccessClassName, kind: TestedKind): RoomAccessRow {
  const { isAllowed, otherwise }: AccessClass = CLASSES[name];
  const toResult = (actor: RoomActor): AccessResult => {
    if (actor === 'nobody') return 'unauthenticated';
    if (isAllowed(actor, kind)) return 'ok';
    return otherwise ?? (isReader(actor, kind) ? 'forbidden' : 'not_found');
  };
  return Object.fromEntries(ROOM_ACTORS.map(actor => [actor, toResult(actor)])) as RoomAccessRow;
}

/** `undefined`: the command names no room. `anyone`: it reads or ends only what the caller has created. */
export const ROOM_COMMANDS: Readonly<Record<CommandName, AccessClassName | undefined>> = {
  create_room: undefined,
  edit_room: 'moderate',
  set_admin: 'moderate',
  archive_room: 'moderate',
  delete_room: 'moderate',
  join_room: 'read',
  leave_room: 'leave',
  set_member: 'moderate',
  list_members: 'read',
  list_joined: 'own',
  set_room_options: 'place',
  open_direct: undefined,
  find_people: 'read',
  set_block: undefined,
  list_blocks: undefined,
  create_invite: 'invite',
  list_invites: 'read',
  revoke_invite: 'revoke',
  get_invite: 'invited',
  redeem_invite: 'invited',
  list_rooms: 'listed',
  find_rooms: 'named',
  watch_rooms: 'found',
  watch_list: undefined,
  open_room: 'read',
  close_room: 'anyone',
  catch_up: 'read',
  get_messages: 'read',
  send_message: 'write',
  delete_message: 'author',
  remove_message: 'moderate',
  edit_message: 'author',
  get_mentions: 'found',
  set_read: 'place',
  set_reads: 'own',
  get_unread: 'own',
  set_reaction: 'write',
  get_mine: 'read',
  get_reactions: 'read',
  set_pin: 'pin',
  list_pins: 'read',
  set_saved: 'read',
  list_saved: 'found',
  get_saved: 'anyone',
  list_reminders: 'anyone',
  list_files: 'read',
  check_upload: undefined,
  discard_file: undefined,
  set_nickname: undefined,
  set_avatar: undefined,
  get_profile: undefined,
  watch_people: undefined,
  watch_viewers: 'read',
  unwatch_viewers: 'anyone',
  set_typing: 'write',
  get_account: undefined,
  list_accounts: undefined,
  unlink_account: undefined,
  list_notices: undefined,
  acknowledge_notices: undefined,
  list_sessions: undefined,
  end_session: undefined,
  sign_out_everywhere: undefined,
  get_workspace: undefined,
  redeem_setup: undefined,
  list_workspace_people: undefined,
  set_workspace_admin: undefined,
  set_suspension: undefined,
  end_sessions: undefined,
  list_workspace_rooms: undefined,
  create_recovery_link: undefined,
  list_audit: undefined,
  report_message: 'read',
  list_reports: undefined,
  close_report: undefined,
  create_token: 'read',
  list_tokens: undefined,
  revoke_token: undefined,
  create_bot: undefined,
  list_bots: undefined,
  edit_bot: undefined,
  delete_bot: undefined,
};

const BOTS = ['bot', 'botElsewhere', 'botOfBanned'] as const;

/** About all rooms of a person: an access token for some rooms cannot run them, and some of them no bot. */
const NOT_FOR_BOTS: ReadonlySet<CommandName> = new Set([
  'list_joined',
  'create_invite',
  'list_invites',
  'revoke_invite',
  'get_invite',
  'redeem_invite',
  'get_mentions',
  'set_saved',
  'list_saved',
  'get_saved',
  'list_reminders',
  'report_message',
  'create_token',
]);

export function toCommandRow(command: CommandName, kind: TestedKind): RoomAccessRow {
  const row = toRoomRow(ROOM_COMMANDS[command] ?? 'anyone', kind);
  if (!NOT_FOR_BOTS.has(command)) return row;
  const programs = command === 'create_token' ? [...BOTS, 'adminToken'] : BOTS;
  return { ...row, ...Object.fromEntries(programs.map(actor => [actor, 'forbidden'])) };
}

/** The command changes the room or its members, or its result has only the newest messages or rooms. */
export const NEEDS_NEW_ROOM: ReadonlySet<CommandName> = new Set([
  'edit_room',
  'set_admin',
  'archive_room',
  'delete_room',
  'join_room',
  'leave_room',
  'set_member',
  'redeem_invite',
  'send_message',
  'set_reaction',
  'list_saved',
  'list_rooms',
]);

export const ROOM_TOPICS: Readonly<Record<TopicKind, AccessClassName | undefined>> = {
  list: 'announced',
  summary: 'found',
  room: 'found',
  viewers: 'found',
  person: undefined,
  self: undefined,
  session: undefined,
};

/** By method and path, like those of the other matrix, for a room with a sent file. */
export const ROOM_ROUTES: Readonly<Record<string, AccessClassName>> = {
  'GET /': 'found',
  'GET /chat/:roomId': 'found',
  'GET /files/:id/*': 'read',
};
