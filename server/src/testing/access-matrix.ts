import type { CommandName, TopicKind } from '@snug/protocol';
import { type AccessResult, TOKEN_RESULTS } from './token-access.ts';

/**
 * The people and programs who try each operation. One room belongs to `admin`, with a message and an unsent upload of `author`.
 * `otherAdmin` has another room, `workspaceAdmin` looks after the server, `another` has nothing. `signedOut` has just signed out.
 * The access tokens are described in token-access.ts. Those that are over are tokens of `author` for all rooms.
 */
export const ACTORS = [
  'nobody',
  'signedOut',
  'expiredToken',
  'revokedToken',
  'bot',
  'botElsewhere',
  'adminToken',
  'another',
  'otherAdmin',
  'workspaceAdmin',
  'admin',
  'author',
] as const;
export type Actor = (typeof ACTORS)[number];

export type AccessRow = Readonly<Record<Actor, AccessResult>>;

const WITHOUT_SESSION: ReadonlySet<Actor> = new Set(['nobody', 'signedOut', 'expiredToken', 'revokedToken']);

const anyone = createRow('ok', 'ok');
const signedIn = createRow('unauthenticated', 'ok');

function allowOnly(actor: Actor, otherwise: AccessResult): AccessRow {
  return { ...createRow('unauthenticated', otherwise), [actor]: 'ok' };
}

/** The admin of the room, and the workspace admin, because it is open. */
function allowModerators(otherwise: AccessResult): AccessRow {
  return { ...allowOnly('admin', otherwise), workspaceAdmin: 'ok' };
}

function refuseTokens(result: AccessResult): AccessRow {
  return { ...signedIn, bot: result, botElsewhere: result, adminToken: result };
}

function createRow(withoutSession: AccessResult, signedIn: AccessResult): AccessRow {
  const toResult = (actor: Actor) => (WITHOUT_SESSION.has(actor) ? withoutSession : signedIn);
  return Object.fromEntries(ACTORS.map(actor => [actor, toResult(actor)])) as AccessRow;
}

/** Applied to the setup's room, message or upload, or to the caller's own data. Without the results of access tokens. */
const PEOPLE_ROWS: Readonly<Record<CommandName, AccessRow>> = {
  create_room: signedIn,
  edit_room: allowModerators('forbidden'),
  set_admin: allowModerators('forbidden'),
  archive_room: allowModerators('forbidden'),
  // The author and the admin come after the workspace admin.
  delete_room: { ...allowModerators('forbidden'), admin: 'not_found', author: 'not_found' },
  join_room: signedIn,
  // The last admin of a room cannot leave it.
  leave_room: { ...signedIn, otherAdmin: 'forbidden' },
  set_member: allowModerators('forbidden'),
  list_members: signedIn,
  list_joined: signedIn,
  set_room_options: allowOnly('admin', 'forbidden'),
  open_direct: signedIn,
  find_people: signedIn,
  set_block: signedIn,
  list_blocks: signedIn,
  create_invite: allowModerators('forbidden'),
  list_invites: signedIn,
  revoke_invite: allowModerators('not_found'),
  get_invite: signedIn,
  redeem_invite: signedIn,
  list_rooms: signedIn,
  find_rooms: signedIn,
  watch_rooms: signedIn,
  watch_list: signedIn,
  open_room: signedIn,
  close_room: signedIn,
  catch_up: signedIn,
  get_messages: signedIn,
  send_message: signedIn,
  delete_message: allowOnly('author', 'forbidden'),
  remove_message: allowModerators('forbidden'),
  edit_message: allowOnly('author', 'forbidden'),
  get_mentions: signedIn,
  set_read: allowOnly('admin', 'forbidden'),
  set_reads: signedIn,
  get_unread: signedIn,
  set_reaction: signedIn,
  get_mine: signedIn,
  get_reactions: signedIn,
  set_pin: allowOnly('admin', 'forbidden'),
  list_pins: signedIn,
  set_saved: signedIn,
  list_saved: signedIn,
  get_saved: signedIn,
  list_reminders: signedIn,
  list_files: signedIn,
  check_upload: signedIn,
  discard_file: allowOnly('author', 'nothing'),
  set_nickname: signedIn,
  set_avatar: allowOnly('author', 'not_found'),
  get_profile: signedIn,
  watch_people: signedIn,
  watch_viewers: signedIn,
  unwatch_viewers: signedIn,
  set_typing: signedIn,
  get_account: signedIn,
  list_accounts: signedIn,
  unlink_account: allowOnly('author', 'not_found'),
  list_notices: signedIn,
  acknowledge_notices: signedIn,
  list_sessions: signedIn,
  // The session is the author's.
  end_session: allowOnly('author', 'not_found'),
  sign_out_everywhere: signedIn,
  get_workspace: signedIn,
  // The code is unknown, and a workspace admin repeats it.
  redeem_setup: { ...allowOnly('workspaceAdmin', 'not_found'), workspaceAdmin: 'nothing' },
  list_workspace_people: allowOnly('workspaceAdmin', 'forbidden'),
  set_workspace_admin: allowOnly('workspaceAdmin', 'forbidden'),
  set_suspension: allowOnly('workspaceAdmin', 'forbidden'),
  end_sessions: allowOnly('workspaceAdmin', 'forbidden'),
  list_workspace_rooms: allowOnly('workspaceAdmin', 'forbidden'),
  create_recovery_link: allowOnly('workspaceAdmin', 'forbidden'),
  list_audit: allowOnly('workspaceAdmin', 'forbidden'),
  // The message is of `otherAdmin`.
  report_message: { ...signedIn, otherAdmin: 'forbidden' },
  list_reports: allowOnly('workspaceAdmin', 'forbidden'),
  close_report: allowOnly('workspaceAdmin', 'forbidden'),
  create_token: signedIn,
  list_tokens: signedIn,
  revoke_token: allowOnly('author', 'nothing'),
  create_bot: signedIn,
  list_bots: signedIn,
  edit_bot: allowOnly('author', 'not_found'),
  delete_bot: allowOnly('author', 'not_found'),
};

export const COMMAND_ROWS = Object.fromEntries(
  Object.entries(PEOPLE_ROWS).map(([name, row]) => {
    const [bot, botElsewhere, adminToken] = TOKEN_RESULTS[name as CommandName];
    return [name, { ...row, bot, botElsewhere, adminToken }];
  }),
) as Readonly<Record<CommandName, AccessRow>>;

/** By method and path, as declared. HEAD has the access of GET. */
export const ROUTE_ROWS: Readonly<Record<string, AccessRow>> = {
  // Without a session the server closes the socket with 4401. The rows above cover the commands.
  'GET /api/live': anyone,
  'POST /api/:command': signedIn,
  'POST /api/files': signedIn,
  'GET /files/:id/*': allowOnly('author', 'not_found'),
  'GET /avatars/:uid/:file': signedIn,
  'GET /api/auth/get-session': anyone,
  'POST /api/auth/sign-in/email': anyone,
  'POST /api/auth/sign-up/email': anyone,
  'POST /api/auth/sign-in/social': anyone,
  'POST /api/auth/link-social': refuseTokens('forbidden'),
  'POST /api/auth/sign-out': anyone,
  'GET /api/auth/callback/:provider': anyone,
  'POST /api/account/password': refuseTokens('forbidden'),
  'POST /api/account/email': refuseTokens('forbidden'),
  'POST /api/account/delete': refuseTokens('forbidden'),
  'GET /recover/:code': anyone,
  // The server sends no mail.
  'POST /api/account/forgotten': createRow('not_found', 'not_found'),
  'POST /api/account/verification': createRow('unauthenticated', 'not_found'),
  'GET /confirm-email/:code': anyone,
  'POST /api/account/confirmation': createRow('not_found', 'not_found'),
  // Without a recovery link.
  'GET /api/account/recovery': createRow('not_found', 'not_found'),
  'POST /api/account/recovery': anyone,
  'GET /api/providers': anyone,
  'GET /api/version': anyone,
  'GET /api/openapi.json': anyone,
  'GET /api/docs': anyone,
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /invite/:code': anyone,
  'GET /setup/:code': anyone,
  // These contain the inviter, if the browser has an invitation.
  'GET /signin': anyone,
  'GET /api/inviter-avatar': anyone,
  // For signed-in people, these contain their own data.
  'GET /': anyone,
  'GET /chat/:roomId': anyone,
  'GET /*': anyone,
};

/**
 * The people who receive the events of a topic after subscribing, for the setup's room and author. `nothing`: the connection stays
 * open, but receives no event.
 */
export const TOPIC_ROWS: Readonly<Record<TopicKind, AccessRow>> = {
  list: { ...signedIn, bot: 'nothing', botElsewhere: 'nothing' },
  summary: { ...signedIn, botElsewhere: 'nothing' },
  room: { ...signedIn, botElsewhere: 'nothing' },
  viewers: { ...signedIn, botElsewhere: 'nothing' },
  person: signedIn,
  self: allowOnly('author', 'nothing'),
  session: allowOnly('author', 'nothing'),
};
