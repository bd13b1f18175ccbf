import type { TopicKind } from '@snug/protocol';
import type { AccessResult } from './token-access.ts';

/**
 * By their relation to one room. All but `nobody`, `stranger` and `workspaceAdmin` were its members at some time. `bot` and
 * `botElsewhere` are the same member, with an access token for this room or for another one. The owner of `botOfBanned` was banned
 * after it became a member. `adminToken` is a token of the workspace admin for all rooms. In a direct room, nobody can ban, silence
 * or promote a person: `banned`, `silenced` and `admin` are those for whom somebody tried, `former` is a workspace admin who joined
 * by the command line and left, and `botOfBanned` was never there. `guest` is a guest in a private room, and `formerGuest` was one; both were
 * never in the others.
 */
export const ROOM_ACTORS = [
  'nobody',
  'botElsewhere',
  'botOfBanned',
  'adminToken',
  'formerGuest',
  'guest',
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
  forGuests?: (kind: TestedKind) => AccessResult;
}

const MEMBERS: readonly RoomActor[] = ['silenced', 'bot', 'member', 'admin', 'author'];
const EXCLUDED: readonly RoomActor[] = ['banned', 'botElsewhere', 'botOfBanned', 'guest', 'formerGuest'];

const isMember: IsAllowed = (actor, kind) =>
  MEMBERS.includes(actor) ||
  (kind === 'direct' && actor === 'banned') ||
  (kind === 'private' && actor === 'guest');
const isReader: IsAllowed = (actor, kind) =>
  kind === 'open' ? !EXCLUDED.includes(actor) : isMember(actor, kind);
const isGuest = (actor: RoomActor) => actor === 'guest' || actor === 'formerGuest';
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
  revoke: {
    isAllowed: (actor, kind) =>
      isModerator(actor, kind) || (kind === 'private' && actor === 'workspaceAdmin'),
    otherwise: 'not_found',
  },
  invite: {
    isAllowed: (actor, kind) => isModerator(actor, kind) || (kind === 'open' && isMember(actor, kind)),
  },
  // The invitation is one of members.
  invited: {
    isAllowed: (actor, kind) => kind !== 'direct' && actor !== 'banned' && !isGuest(actor),
    otherwise: 'not_found',
    forGuests: kind => (kind === 'direct' ? 'not_found' : 'forbidden'),
  },
} satisfies Record<string, AccessClass>;

export type AccessClassName = keyof typeof CLASSES;

export function toRoomRow(name: AccessClassName, kind: TestedKind): RoomAccessRow {
  const { isAllowed, otherwise, forGuests }: AccessClass = CLASSES[name];
  const toResult = (actor: RoomActor): AccessResult => {
    if (actor === 'nobody') return 'unauthenticated';
    if (isAllowed(actor, kind)) return 'ok';
    if (forGuests && isGuest(actor)) return forGuests(kind);
    return otherwise ?? (isReader(actor, kind) ? 'forbidden' : 'not_found');
  };
  return Object.fromEntries(ROOM_ACTORS.map(actor => [actor, toResult(actor)])) as RoomAccessRow;
}

export const ROOM_TOPICS: Readonly<Record<TopicKind, AccessClassName | undefined>> = {
  list: 'announced',
  workspace: undefined,
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
  'GET /api/rooms/:roomId/export': 'moderate',
};
