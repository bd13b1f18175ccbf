import { type Presence, personTopic } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { readPresences, storeAllOffline, storePresence } from './presence-store.ts';

/** Says whether the caller is here, and tells those who watch. Staying what one is changes nothing. */
export const setPresence: Mutation<Pick<Presence, 'state'>, Presence> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { state }) {
    const [known] = await readPresences(db, [uid]);
    if (known?.state === state) return { output: known, publications: [] };
    // Always later than before, so that of two copies the later one is the newer one, whatever the clock does.
    const lastChanged = Math.max(now, known ? known.lastChanged + 1 : 0);
    const presence: Presence = { uid, state, lastChanged };
    await storePresence(db, presence);
    return {
      output: presence,
      publications: [{ topic: personTopic(uid), event: { type: 'presence_changed', presence } }],
    };
  },
};

/** Nobody is here any more: the server goes down, and nobody is there to be told. */
export const setAllOffline: Mutation<undefined, undefined> = {
  lockKeys: () => [],

  async run(db, { now }) {
    await storeAllOffline(db, now);
    return { output: undefined, publications: [] };
  },
};
