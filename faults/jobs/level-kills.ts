import { setTimeout as wait } from 'node:timers/promises';
import type { NotificationLevel } from '@snug/protocol';
import { populate } from '@snug/server/app/seed/bulk.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { sql } from 'kysely';
import type { Figures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';
import { changeDatabase, endLease, type JobKills, killAtEach } from './job-kills.ts';

const KIND = 'default_levels';
const PATHS = [
  'people/members/default-level.ts',
  'people/members/default-level-store.ts',
  'notifications/notification-settings.ts',
  'notifications/notification-settings-store.ts',
];
/** More than one step of the job. */
const ROOMS = 450;
const WRITTEN_WITHIN_MS = 120_000;

/** Kills the server at each await of the default level while a person changes it. Returns the rooms that do not have the last one. */
export async function runLevelKills(options: JobKills): Promise<{ problems: string[]; figures: Figures }> {
  const { server, cookies } = options;
  const person = await TestPerson.fromCookie(server.url, cookies[0] ?? '');
  await server.kill();
  await changeDatabase(options, async db => {
    await populate(db, { users: 1, rooms: ROOMS, messages: 0 }, () => {});
    await sql`insert into "members" ("roomId", "userId", "role", "joinedAt")
      select "id", ${person.uid}, 'member', 1 from "rooms" where true on conflict do nothing`.execute(db);
  });
  await server.start();
  let version = 0;
  const set = (level: NotificationLevel) =>
    person.runCommand('set_notification_settings', { level }).then(
      () => true,
      () => false,
    );
  const levels: NotificationLevel[] = ['everything', 'nothing', 'mentions'];
  const over = new AbortController();
  const changing = (async () => {
    while (!over.signal.aborted) {
      await set(levels[version++ % levels.length] ?? 'mentions');
      await wait(300);
    }
  })();
  const missed = await killAtEach(options, PATHS, () => changeDatabase(options, db => endLease(db, KIND)));
  over.abort();
  await changing;
  await waitUntilReady(server);
  const last = levels[version % levels.length] ?? 'mentions';
  await until('the last level is stored', () => set(last));
  const listWrong = () =>
    changeDatabase(options, async db => {
      const rows = await db
        .selectFrom('members')
        .select(['roomId', 'level'])
        .where('userId', '=', person.uid)
        .execute();
      return rows.filter(({ level }) => (level ?? 'mentions') !== last);
    });
  await until('each room has the last level', async () => (await listWrong()).length === 0, {
    timeoutMs: WRITTEN_WITHIN_MS,
  }).catch(() => {});
  const wrong = await listWrong();
  return {
    problems: wrong.map(({ roomId, level }) => `${roomId} has the level ${level} in place of ${last}`),
    figures: { rooms: ROOMS, changes: version, 'awaits that no process reached': missed.length },
  };
}
