import type { CommandName, ErrorCode, TopicKind } from '@snug/protocol';

/**
 * The people who try each operation. One room belongs to `admin`, with a message and an unsent upload of `author`.
 * `otherAdmin` has another room, `another` has nothing. `signedOut` has just signed out.
 */
export const ACTORS = ['nobody', 'signedOut', 'another', 'otherAdmin', 'admin', 'author'] as const;
export type Actor = (typeof ACTORS)[number];

/** `nothing`: the result is a success, but nothing has changed. */
export type AccessResult = 'ok' | 'nothing' | ErrorCode;
export type AccessRow = Readonly<Record<Actor, AccessResult>>;

const anyone = createRow('ok', 'ok');
const signedIn = createRow('unauthenticated', 'ok');

function allowOnly(actor: Actor, otherwise: AccessResult): AccessRow {
  return { ...createRow('unauthenticated', otherwise), [actor]: 'ok' };
}

function createRow(withoutSession: AccessResult, signedIn: AccessResult): AccessRow {
  return {
    nobody: withoutSession,
    signedOut: withoutSession,
    another: signedIn,
    otherAdmin: signedIn,
    admin: signedIn,
    author: signedIn,
  };
}

/** Applied to the setup's room, message or upload, or to the caller's own data. */
export const COMMAND_ROWS: Readonly<Record<CommandName, AccessRow>> = {
  create_room: signedIn,
  edit_room: allowOnly('admin', 'forbidden'),
  set_admin: allowOnly('admin', 'forbidden'),
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
  set_reaction: signedIn,
  get_mine: signedIn,
  discard_file: allowOnly('author', 'nothing'),
  set_nickname: signedIn,
  set_avatar: allowOnly('author', 'not_found'),
  get_profile: signedIn,
  watch_people: signedIn,
  watch_viewers: signedIn,
  unwatch_viewers: signedIn,
  list_accounts: signedIn,
  unlink_account: allowOnly('author', 'not_found'),
  list_sessions: signedIn,
  sign_out_everywhere: signedIn,
};

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
  'POST /api/auth/link-social': signedIn,
  'POST /api/auth/sign-out': anyone,
  'GET /api/auth/callback/:provider': anyone,
  'GET /api/providers': anyone,
  'GET /api/version': anyone,
  'GET /api/openapi.json': anyone,
  'GET /api/docs': anyone,
  'GET /healthz': anyone,
  'GET /readyz': anyone,
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
  list: signedIn,
  summary: signedIn,
  room: signedIn,
  viewers: signedIn,
  person: signedIn,
  session: allowOnly('author', 'nothing'),
};
