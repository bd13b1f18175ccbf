import { type Presence, personTopic } from '@snug/protocol';
import type { Mutation, MutationContext, MutationResult } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { findExisting, readPresences, storeAllOffline, storePresences } from './presence-store.ts';
import { deleteDeadVisits, deleteVisits, findVisitors, storeVisits } from './visit-store.ts';

/** Whether a person has connections, or is in the grace period after them. */
export type PresenceChange = Pick<Presence, 'uid' | 'state'>;

export const MAX_PRESENCE_CHANGES = 500;

export interface PresenceChanges {
  changes: readonly PresenceChange[];
  /** The node with the connections, if there are several: a person is online while they visit any of them. */
  nodeId?: string | undefined;
}

/** Stores and publishes presences. An equal state changes nothing. Omits deleted people. */
export const setPresences: Mutation<PresenceChanges, { presences: Presence[] }> = {
  lockKeys: (_caller, { changes }) => changes.map(({ uid }) => `person:${uid}` as const),

  async run(db, context, { changes, nodeId }) {
    const existing = await findExisting(db, changes.map(toUid));
    const known = changes.filter(({ uid }) => existing.has(uid));
    const states = nodeId === undefined ? known : await changeVisits(db, nodeId, known);
    return changePresences(db, context, states);
  },
};

/** Ends the visits of people to a node whose lease has ended. `count`: how many there were. */
const endVisits: Mutation<{ nodeId: string; uids: readonly string[] }, { count: number }> = {
  lockKeys: (_caller, { uids }) => uids.map(uid => `person:${uid}` as const),

  async run(db, context, { nodeId, uids }) {
    const count = await deleteDeadVisits(db, nodeId, uids, context.now);
    const { publications } = await changePresences(db, context, await readVisitStates(db, uids));
    return { output: { count }, publications };
  },
};

/** Publishes nothing: at shutdown no subscriber remains. */
const setAllOffline: Mutation<undefined, undefined> = {
  lockKeys: () => [],

  async run(db, { now }) {
    await storeAllOffline(db, now);
    return { output: undefined, publications: [] };
  },
};

async function changeVisits(
  db: Db,
  nodeId: string,
  changes: readonly PresenceChange[],
): Promise<PresenceChange[]> {
  const uidsOf = (state: Presence['state']) => changes.filter(change => change.state === state).map(toUid);
  const [online, offline] = [uidsOf('online'), uidsOf('offline')];
  if (online.length > 0) await storeVisits(db, nodeId, online);
  if (offline.length > 0) await deleteVisits(db, nodeId, offline);
  return readVisitStates(db, changes.map(toUid));
}

async function readVisitStates(db: Db, uids: readonly string[]): Promise<PresenceChange[]> {
  if (uids.length === 0) return [];
  const visitors = await findVisitors(db, uids);
  return uids.map(uid => ({ uid, state: visitors.has(uid) ? 'online' : 'offline' }));
}

async function changePresences(
  db: Db,
  { now }: MutationContext,
  states: readonly PresenceChange[],
): Promise<MutationResult<{ presences: Presence[] }>> {
  const known = new Map((await readPresences(db, states.map(toUid))).map(each => [each.uid, each]));
  const presences = states.map(({ uid, state }) => toNewPresence(known.get(uid), uid, state, now));
  const changed = presences.filter(presence => presence !== known.get(presence.uid));
  if (changed.length > 0) await storePresences(db, changed);
  const publications = changed.map(presence => ({
    topic: personTopic(presence.uid),
    event: { type: 'presence_changed' as const, presence },
  }));
  return { output: { presences }, publications };
}

function toNewPresence(
  known: Presence | undefined,
  uid: string,
  state: Presence['state'],
  now: number,
): Presence {
  if (known?.state === state) return known;
  // Strictly increasing even if the clock goes back, so that the larger value is the newer one.
  return { uid, state, lastChanged: Math.max(now, known ? known.lastChanged + 1 : 0) };
}

function toUid({ uid }: { uid: string }): string {
  return uid;
}

export const PRESENCE_MUTATIONS = {
  set_presences: setPresences,
  end_visits: endVisits,
  set_all_offline: setAllOffline,
};
