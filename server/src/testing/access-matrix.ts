import type { CommandName, ErrorCode, TopicKind } from '@snug/protocol';

/**
 * Who tries every door. There is one room, of `admin`, with a message of `author`, whose upload waits; `otherAdmin` has a
 * room elsewhere, `another` has nothing. `signedOut` was signed in a moment ago.
 */
export const EVERYONE = ['nobody', 'signedOut', 'another', 'otherAdmin', 'admin', 'author'] as const;
export type Who = (typeof EVERYONE)[number];

/** What somebody gets: `nothing` is an answer as if it were done, though nothing was. */
export type Gets = 'ok' | 'nothing' | ErrorCode;
export type Row = Readonly<Record<Who, Gets>>;

const anyone = row('ok', 'ok');
const signedIn = row('signed_out', 'ok');

function only(who: Who, otherwise: Gets): Row {
  return { ...row('signed_out', otherwise), [who]: 'ok' };
}

function row(out: Gets, signedIn: Gets): Row {
  return {
    nobody: out,
    signedOut: out,
    another: signedIn,
    otherAdmin: signedIn,
    admin: signedIn,
    author: signedIn,
  };
}

/** Each with the room, the message or the upload of the scene, or with what is one's own. */
export const COMMAND_ROWS: Readonly<Record<CommandName, Row>> = {
  create_room: signedIn,
  edit_room: only('admin', 'forbidden'),
  set_admin: only('admin', 'forbidden'),
  list_rooms: signedIn,
  find_rooms: signedIn,
  watch_rooms: signedIn,
  watch_list: signedIn,
  open_room: signedIn,
  close_room: signedIn,
  catch_up: signedIn,
  get_messages: signedIn,
  send_message: signedIn,
  delete_message: only('author', 'forbidden'),
  set_reaction: signedIn,
  get_mine: signedIn,
  discard_file: only('author', 'nothing'),
  set_nickname: signedIn,
  set_avatar: only('author', 'not_found'),
  get_profile: signedIn,
  watch_people: signedIn,
  watch_room: signedIn,
  unwatch_room: signedIn,
  list_accounts: signedIn,
  unlink_account: only('author', 'not_found'),
  list_sessions: signedIn,
  sign_out_everywhere: signedIn,
};

/** By method and path, as they are declared; whoever may GET may HEAD. */
export const ROUTE_ROWS: Readonly<Record<string, Row>> = {
  // Without a session the socket is closed with 4401, and each command has a row above.
  'GET /api/live': anyone,
  'POST /api/:command': signedIn,
  'POST /api/files': signedIn,
  'GET /files/:id/*': only('author', 'not_found'),
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
export const TOPIC_ROWS: Readonly<Record<TopicKind, Row>> = {
  list: signedIn,
  summary: signedIn,
  room: signedIn,
  here: signedIn,
  person: signedIn,
  session: only('author', 'nothing'),
};
