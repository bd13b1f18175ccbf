import type { TopicKind } from '@snug/protocol';
import type { AccessResult } from './token-access.ts';

/**
 * The people and programs who try each operation. One room belongs to `admin`, with a message and an unsent upload of `author`.
 * `otherAdmin` has another room, `workspaceAdmin` looks after the server, `another` has nothing. `signedOut` has just signed out.
 * `pendingSecondStep` has typed the password, but no code yet.
 * `suspended` and the program `suspendedToken` were signed in when a workspace admin suspended their person.
 * `guest` is a guest in a private room with `admin` and `author`. `removedGuest` was removed from it, and the access of `endedGuest` is over.
 * The access tokens are described in token-access.ts. Those that are over are tokens of `author` for all rooms. `guestToken` is one of a
 * person who is a guest now.
 */
export const ACTORS = [
  'nobody',
  'signedOut',
  'pendingSecondStep',
  'suspended',
  'suspendedToken',
  'expiredToken',
  'revokedToken',
  'guestToken',
  'bot',
  'botElsewhere',
  'adminToken',
  'endedGuest',
  'removedGuest',
  'guest',
  'another',
  'otherAdmin',
  'workspaceAdmin',
  'admin',
  'author',
] as const;
export type Actor = (typeof ACTORS)[number];

export type AccessRow = Readonly<Record<Actor, AccessResult>>;

const WITHOUT_SESSION: ReadonlySet<Actor> = new Set([
  'nobody',
  'signedOut',
  'pendingSecondStep',
  'suspended',
  'suspendedToken',
  'expiredToken',
  'revokedToken',
  'guestToken',
  'endedGuest',
]);

const anyone = createRow('ok', 'ok');
export const signedIn = createRow('unauthenticated', 'ok');

export function allowOnly(actor: Actor, otherwise: AccessResult): AccessRow {
  return { ...createRow('unauthenticated', otherwise), [actor]: 'ok' };
}

/** The admin of the room, and the workspace admin, because it is open. */
export function allowModerators(otherwise: AccessResult): AccessRow {
  return { ...allowOnly('admin', otherwise), workspaceAdmin: 'ok' };
}

function refuseTokens(people = signedIn): AccessRow {
  return { ...people, bot: 'forbidden', botElsewhere: 'forbidden', adminToken: 'forbidden' };
}

export function createRow(withoutSession: AccessResult, signedIn: AccessResult): AccessRow {
  const toResult = (actor: Actor) => (WITHOUT_SESSION.has(actor) ? withoutSession : signedIn);
  return Object.fromEntries(ACTORS.map(actor => [actor, toResult(actor)])) as AccessRow;
}

/** By method and path, as declared. HEAD has the access of GET. */
export const ROUTE_ROWS: Readonly<Record<string, AccessRow>> = {
  // Without a session the server closes the socket with 4401. The rows above cover the commands.
  'GET /api/live': anyone,
  'POST /api/:command': signedIn,
  'POST /api/files': signedIn,
  // The code in the path counts, and the credentials of the request do not.
  'POST /api/hooks/:code': createRow('not_found', 'not_found'),
  'GET /api/hooks/:code': createRow('not_found', 'not_found'),
  'PUT /api/hooks/:code': createRow('not_found', 'not_found'),
  'PATCH /api/hooks/:code': createRow('not_found', 'not_found'),
  'GET /files/:id/*': allowOnly('author', 'not_found'),
  'GET /avatars/:uid/:file': signedIn,
  'GET /api/auth/get-session': anyone,
  'POST /api/auth/sign-in/email': anyone,
  'POST /api/auth/sign-up/email': anyone,
  'POST /api/auth/sign-in/social': anyone,
  'POST /api/auth/link-social': refuseTokens(),
  'POST /api/auth/sign-out': anyone,
  'GET /api/auth/callback/:provider': anyone,
  'POST /api/account/password': refuseTokens(),
  'POST /api/account/email': refuseTokens(),
  'POST /api/account/delete': refuseTokens(),
  'POST /api/account/two-step/begin': refuseTokens(),
  'POST /api/account/two-step/turn-on': refuseTokens(),
  'POST /api/account/two-step/recovery-codes': refuseTokens(),
  'POST /api/account/two-step/turn-off': refuseTokens(),
  'POST /api/account/passkeys/begin': refuseTokens(),
  'POST /api/account/passkeys/add': refuseTokens(),
  'POST /api/account/passkeys/remove': refuseTokens(),
  'POST /api/account/passkey-sign-in/begin': anyone,
  'POST /api/account/passkey-sign-in': anyone,
  'POST /api/account/sign-in-code': anyone,
  'POST /api/account/sign-in-code/cancel': anyone,
  'GET /api/account/data': refuseTokens(),
  'GET /api/account/data/size': refuseTokens(),
  'GET /api/rooms/:roomId/export': {
    ...allowModerators('forbidden'),
    guest: 'not_found',
    removedGuest: 'not_found',
  },
  'GET /api/workspace/export': allowOnly('workspaceAdmin', 'forbidden'),
  'GET /recover/:code': anyone,
  // The server sends no mail.
  'POST /api/account/forgotten': createRow('not_found', 'not_found'),
  'POST /api/account/verification': refuseTokens(createRow('unauthenticated', 'not_found')),
  'GET /confirm-email/:code': anyone,
  // Any code has the same response.
  'GET /mail/:code': anyone,
  'POST /mail/:code': anyone,
  'POST /api/account/confirmation': createRow('not_found', 'not_found'),
  // Without a recovery link.
  'GET /api/account/recovery': createRow('not_found', 'not_found'),
  'POST /api/account/recovery': anyone,
  'GET /claim/:code': anyone,
  // Without a claim link.
  'GET /api/account/claim': createRow('not_found', 'not_found'),
  'POST /api/account/claim': anyone,
  'GET /api/providers': anyone,
  'GET /api/version': anyone,
  'GET /api/openapi.json': anyone,
  'GET /api/docs': anyone,
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  // Without a code of the doctor.
  'GET /api/probe': createRow('not_found', 'not_found'),
  'POST /api/probe': createRow('not_found', 'not_found'),
  'GET /invite/:code': anyone,
  'GET /setup/:code': anyone,
  // These contain the inviter, if the browser has an invitation.
  'GET /signin': anyone,
  'GET /api/inviter-avatar': anyone,
  'GET /emoji/:file': createRow('unauthenticated', 'not_found'),
  'GET /logo/:token/:file': createRow('not_found', 'not_found'),
  // For signed-in people, these contain their own data.
  'GET /': anyone,
  'GET /index.html': anyone,
  'GET /manifest.webmanifest': anyone,
  'GET /chat/:roomId': anyone,
  'GET /*': anyone,
};

/** The room is open. */
const WITHOUT_GUESTS = { guest: 'nothing', removedGuest: 'nothing' } as const;

/**
 * The people who receive the events of a topic after subscribing, for the setup's room and author. `nothing`: the connection stays
 * open, but receives no event.
 */
export const TOPIC_ROWS: Readonly<Record<TopicKind, AccessRow>> = {
  list: { ...signedIn, ...WITHOUT_GUESTS, bot: 'nothing', botElsewhere: 'nothing' },
  // Every connection subscribes to it; those of guests receive the name.
  workspace: signedIn,
  summary: { ...signedIn, ...WITHOUT_GUESTS, botElsewhere: 'nothing' },
  room: { ...signedIn, ...WITHOUT_GUESTS, botElsewhere: 'nothing' },
  viewers: { ...signedIn, ...WITHOUT_GUESTS, botElsewhere: 'nothing' },
  person: { ...signedIn, removedGuest: 'nothing' },
  self: allowOnly('author', 'nothing'),
  session: allowOnly('author', 'nothing'),
};
