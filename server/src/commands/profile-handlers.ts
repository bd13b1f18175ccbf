import { readPresences } from '../people/presence/presence-store.ts';
import { accessPerson } from '../people/profiles/access.ts';
import { findBotOwner } from '../people/profiles/bot.ts';
import { readWatchedPeople } from '../people/profiles/watched-people.ts';
import type { Handlers } from './command-handler.ts';

export const profileHandlers: Handlers<'set_nickname' | 'set_avatar' | 'get_profile' | 'watch_people'> = {
  set_nickname: ({ writer }, { uid }, input) => writer.write('set_nickname', { uid }, input),

  set_avatar: async ({ files }, { uid }, { fileId }) => ({ person: await files.avatars.set(uid, fileId) }),

  get_profile: async ({ read }, _caller, { uid }) => {
    const person = await accessPerson(read, uid);
    const [presence] = await readPresences(read, [uid]);
    const owner = await findBotOwner(read, person);
    return { person, ...(presence && { presence }), ...(owner && { owner }) };
  },

  watch_people: async ({ read }, { subscriber }, { uids, from }) => {
    // Before the read, so that no change is missed in between.
    await subscriber?.watchPeople(uids);
    return readWatchedPeople(read, uids, from);
  },
};
