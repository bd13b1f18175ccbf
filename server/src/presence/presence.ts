import { type Presence, personTopic } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { readPresences, storeAllOffline, storePresence } from './presence-store.ts';

/** Stores and publishes the caller's presence. An equal state changes nothing. */
export const setPresence: Mutation<Pick<Presence, 'state'>, Presence> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { state }) {
    const [known] = await readPresences(db, [uid]);
    if (known?.state === state) return { output: known, publications: [] };
    // Strictly increasing even if the clock goes back, so that the larger value is the newer one.
    const lastChanged = Math.max(now, known ? known.lastChanged + 1 : 0);
    const presence: Presence = { uid, state, lastChanged };
    await storePresence(db, presence);
    return {
      output: presence,
      publications: [{ topic: personTopic(uid), event: { type: 'presence_changed', presence } }],
    };
  },
};

/** Publishes nothing: at shutdown no subscriber remains. */
export const setAllOffline: Mutation<undefined, undefined> = {
  lockKeys: () => [],

  async run(db, { now }) {
    await storeAllOffline(db, now);
    return { output: undefined, publications: [] };
  },
};
