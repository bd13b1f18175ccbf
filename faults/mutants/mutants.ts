import type { readChanges } from '@snug/server/chat/messages/message-store.ts';
import type { storeCounts, storeReaction } from '@snug/server/chat/reactions/reaction-store.ts';
import type { appendMessage, appendToLog, updateRoom } from '@snug/server/chat/rooms/room-store.ts';
import type { SnugMutations } from '@snug/server/commands/mutations.ts';
import type { openSqlite } from '@snug/server/db/sqlite/sqlite.ts';
import type { DiskStorage } from '@snug/server/files/storage/disk.ts';
import type { Hub } from '@snug/server/realtime/hub.ts';
import type { Subscriptions } from '@snug/server/realtime/subscriptions.ts';
import { CompiledQuery } from 'kysely';
import { CURSOR_MUTANTS } from './cursor-mutants.ts';
import { delayedCommits } from './delayed-commits.ts';
import { MESSAGE_MUTANTS } from './message-mutants.ts';
import { defineWrapper, type Mutant } from './mutant.ts';
import { WEBHOOK_MUTANTS } from './webhook-mutants.ts';

const DELAY_MS = 200;

const isTenth = (seq: number) => seq % 10 === 0;

export const MUTANTS: Readonly<Record<string, Mutant>> = {
  ...MESSAGE_MUTANTS,
  ...CURSOR_MUTANTS,
  ...WEBHOOK_MUTANTS,
  'a result before the commit': delayedCommits,
  'a log that is not synced': {
    openSqlite: defineWrapper<typeof openSqlite>(real => (...input) => {
      const db = real(...input);
      void db.executeQuery(CompiledQuery.raw('pragma synchronous = normal'));
      return db;
    }),
  },
  'an id that is not looked up': {
    'MUTATIONS.send_message.run': defineWrapper<SnugMutations['send_message']['run']>(
      real => async (db, context, input) => {
        const stored = await db.selectFrom('messages').select('id').where('id', '=', input.id).execute();
        return real(db, context, stored.length > 0 ? { ...input, id: crypto.randomUUID() } : input);
      },
    ),
  },
  'a skipped seq': {
    appendToLog: defineWrapper<typeof appendToLog>(real => async (db, roomId, ...rest) => {
      const step = await real(db, roomId, ...rest);
      const { seq } = step;
      if (!isTenth(seq)) return step;
      const isMessage = rest[1]?.isMessage;
      await db
        .updateTable('rooms')
        .set({ seq: seq + 1, ...(isMessage && { lastMessageSeq: seq + 1 }) })
        .where('id', '=', roomId)
        .execute();
      return { ...step, seq: seq + 1 };
    }),
  },
  'a reaction that is not stored': {
    storeReaction: defineWrapper<typeof storeReaction>(real => async (db, message, ...rest) => {
      return (await real(db, message, ...rest)) && message.id.charCodeAt(35) % 2 === 0;
    }),
  },
  'a reaction that is not counted': {
    storeCounts: defineWrapper<typeof storeCounts>(
      real =>
        (db, message, field, _counts, ...rest) =>
          real(db, message, field, {}, ...rest),
    ),
  },
  'a name that is not stored': {
    updateRoom: defineWrapper<typeof updateRoom>(() => async () => {}),
  },
  'a catch-up that is off by one': {
    readChanges: defineWrapper<typeof readChanges>(
      real =>
        (db, roomId, since, ...rest) =>
          real(db, roomId, since + 1, ...rest),
    ),
  },
  'a room that is read before it is subscribed to': {
    'Subscriptions.add': defineWrapper<Subscriptions['add']>(
      real =>
        async function (this: Subscriptions, topic) {
          if (!topic.startsWith('room:')) return real.call(this, topic);
          setTimeout(() => void real.call(this, topic), DELAY_MS);
          return () => {};
        },
    ),
  },
  'an event that is not published': {
    'Hub.publish': defineWrapper<Hub['publish']>(
      real =>
        function (this: Hub, publications) {
          const published = publications.filter(({ event }) => !('seq' in event && isTenth(event.seq)));
          real.call(this, published);
        },
    ),
  },
  'events that overtake each other': {
    'Hub.publish': defineWrapper<Hub['publish']>(
      real =>
        function (this: Hub, publications) {
          const { late = [], inTime = [] } = Object.groupBy(publications, ({ event }) =>
            'seq' in event && isTenth(event.seq) ? 'late' : 'inTime',
          );
          real.call(this, inTime);
          if (late.length > 0) setTimeout(() => real.call(this, late), DELAY_MS);
        },
    ),
  },
  'an event with wrong content': {
    'Hub.publish': defineWrapper<Hub['publish']>(
      real =>
        function (this: Hub, publications) {
          const published = publications.map(publication => {
            const { event } = publication;
            if (event.type !== 'message_reacted') return publication;
            const { reactions: _, ...message } = event.message;
            return { ...publication, event: { ...event, message } };
          });
          real.call(this, published);
        },
    ),
  },
  'a file without its bytes': {
    'DiskStorage.moveFrom': defineWrapper<DiskStorage['moveFrom']>(
      () =>
        function (this: DiskStorage, _path, key) {
          return this.put(key, new Uint8Array());
        },
    ),
  },
  'a last message that is not updated': {
    appendMessage: defineWrapper<typeof appendMessage>(real => async (db, roomId, ...rest) => {
      const room = db.selectFrom('rooms').select('lastMessageSeq').where('id', '=', roomId);
      const { lastMessageSeq } = await room.executeTakeFirstOrThrow();
      const step = await real(db, roomId, ...rest);
      await db.updateTable('rooms').set({ lastMessageSeq }).where('id', '=', roomId).execute();
      return step;
    }),
  },
  'a clock that is trusted': {
    appendMessage: defineWrapper<typeof appendMessage>(real => async (db, roomId, ...rest) => {
      const step = await real(db, roomId, ...rest);
      const changedAt = step.at - 60_000 * (step.seq % 2);
      await db.updateTable('rooms').set({ changedAt }).where('id', '=', roomId).execute();
      return { ...step, at: changedAt };
    }),
  },
};
