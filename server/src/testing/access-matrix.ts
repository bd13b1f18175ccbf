import type { CommandName, ErrorCode, TopicKind } from '@snug/protocol';

/**
 * Who tries every door. There is one room, of `admin`, with a message of `author`, whose upload waits; `otherAdmin` has a
 * room elsewhere, `another` has nothing. `signedOut` was signed in a moment ago.
 */
export const ACTORS = ['nobody', 'signedOut', 'another', 'otherAdmin', 'admin', 'author'] as const;
export type Actor = (typeof ACTORS)[number];

/** What somebody gets: `nothing` is an answer as if it were done, though nothing was. */
export type AccessResult = 'ok' | 'nothing' | ErrorCode;
export type AccessRow = Readonly<Record<Actor, AccessResult>>;

const anyone = createRow('ok', 'ok');
const signedIn = createRow('unauthenticated', 'ok');

function allowOnly(who: Actor, otherwise: AccessResult): AccessRow {
  return { ...createRow('unauthenticated', otherwise), [who]: 'ok' };
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

/** Each with the room, the message or the upload of the scene, or with what is one's own. */
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

/** By method and path, as they are declared; whoever may GET may HEAD. */
export const ROUTE_ROWS: Readonly<Record<string, AccessRow>> = {
  // Without a session the socket is closed with 4401, and each command has a row above.
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
  'GET /api/openapi.json': anyone,
  'GET /api/docs': anyone,
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  // With what is theirs, to those who are signed in.
  'GET /': anyone,
  'GET /chat/:roomId': anyone,
  'GET /*': anyone,
};

/**
 * Who hears what is told on a topic after asking for it, in the scene's room and of the scene's author; `nothing`: their
 * connection stays, and hears nothing of it.
 */
export const TOPIC_ROWS: Readonly<Record<TopicKind, AccessRow>> = {
  list: signedIn,
  summary: signedIn,
  room: signedIn,
  viewers: signedIn,
  person: signedIn,
  session: allowOnly('author', 'nothing'),
};
