import type { sendInBulk } from '@snug/server/chat/messages/bulk-send.ts';
import type { PostgresConnection } from '@snug/server/db/postgres/postgres-connection.ts';
import type { openPostgresStore } from '@snug/server/db/postgres/postgres-store.ts';
import type { createDelivery } from '@snug/server/realtime/delivery.ts';
import type { HeadCheck } from '@snug/server/realtime/head-check.ts';
import { sql } from 'kysely';
import { defineWrapper, type Mutant } from './mutant.ts';

/** Takes the locks of rooms; its parameter is their ids. */
const isRoomLock = (statement: string) => /from "rooms" .* for no key update$/.test(statement);

const LOCK_IN_ORDER_OF_INPUT = `select 1 as "locked" from unnest($1::text[]) with ordinality as i("id", "n")
  join "rooms" r on r."id" = i."id" order by i."n" for no key update of r`;
const LOCK_NOTHING = 'select cardinality($1::text[])';

function replaceRoomLocks(replacement: string): Mutant {
  return {
    'PostgresConnection.query': defineWrapper<PostgresConnection['query']>(
      real =>
        function (this: PostgresConnection, statement, parameters) {
          return real.call(this, isRoomLock(statement) ? replacement : statement, parameters);
        },
    ),
  };
}

/** Each breaks something that only several nodes on one database need. */
export const CLUSTER_MUTANTS: Readonly<Record<string, Mutant>> = {
  'an event before the commit': {
    openPostgresStore: defineWrapper<typeof openPostgresStore>(real => async options => {
      const { encoder } = options;
      if (!encoder) return real(options);
      const encode: typeof encoder.encode = publication => {
        const payload = encoder.encode(publication);
        if (payload !== undefined) void store.notify?.([payload]).catch(() => undefined);
        return payload;
      };
      const store = await real({ ...options, encoder: { ...encoder, encode } });
      return store;
    }),
    // One statement stores them and notifies: nothing comes before its commit.
    sendInBulk: defineWrapper<typeof sendInBulk>(
      () => async (_connection, jobs) => jobs.map(() => undefined),
    ),
  },
  'a notification outside of its transaction': {
    openPostgresStore: defineWrapper<typeof openPostgresStore>(real => async options => {
      const { encoder } = options;
      const store = await real({ ...options, encoder: undefined });
      if (!encoder) return store;
      return {
        ...store,
        async runBatch(jobs) {
          const outcomes = await store.runBatch(jobs);
          const publications = outcomes.flatMap(outcome =>
            'publications' in outcome ? outcome.publications : [],
          );
          const payloads = publications.flatMap(publication => encoder.encode(publication) ?? []);
          if (payloads.length > 0) await store.notify?.(payloads);
          return outcomes;
        },
      };
    }),
  },
  'locks in the order of the messages': replaceRoomLocks(LOCK_IN_ORDER_OF_INPUT),
  'a room that is read before it is locked': replaceRoomLocks(LOCK_NOTHING),
  'an event that does not wait for its predecessors': {
    createDelivery: defineWrapper<typeof createDelivery>(real => options => {
      const delivery = real(options);
      const { feed, hub } = delivery;
      const deliver = feed.deliver.bind(feed);
      feed.deliver = publications => {
        const early = publications.filter(({ event }) => {
          if (!('roomId' in event && 'seq' in event)) return false;
          const position = feed.getPosition(event.roomId);
          return position !== undefined && event.seq > position + 1;
        });
        hub.publish(early);
        deliver(publications);
      };
      return delivery;
    }),
  },
  'positions that are not compared after an outage': {
    'HeadCheck.request': defineWrapper<HeadCheck['request']>(() => () => {}),
  },
  'presences that a start clears': {
    openPostgresStore: defineWrapper<typeof openPostgresStore>(
      real => options =>
        real({
          ...options,
          async prepare(db, now) {
            await options.prepare(db, now);
            await sql`update "presence" set "state" = 'offline', "lastChanged" = ${now}`.execute(db);
          },
        }),
    ),
  },
};
