import type { CommandOutput } from '@snug/protocol';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import type { Load } from '../load/load.ts';
import type { Cluster } from './cluster.ts';

/** The returned function lists the readers who went offline since then. The watcher is the last reader. */
export async function watchReaders(
  { readers }: Load,
  { balancer }: Cluster,
): Promise<() => Promise<string[]>> {
  const uids = [...new Set(readers.map(({ person }) => person.uid))];
  const watcher = await TestPerson.fromCookie(balancer.url, readers.at(-1)?.person.cookie ?? '');
  const socket = await watcher.connect();
  const readPresences = async () => {
    const outcome = await Promise.race([socket.request('watch_people', { uids }), socket.closed]);
    if (typeof outcome === 'number') throw new Error(`the watcher's socket closed with ${outcome}`);
    return (outcome.ok as CommandOutput<'watch_people'>).presences;
  };
  await until('all readers are online', async () => {
    const presences = await readPresences();
    return presences.length === uids.length && presences.every(({ state }) => state === 'online');
  });
  const getEvents = () => socket.getEvents('presence_changed').map(({ presence }) => presence);
  const before = getEvents().length;
  return async () => {
    const stored = await readPresences();
    const offline = [...getEvents().slice(before), ...stored].filter(({ state }) => state === 'offline');
    return offline.map(({ uid }) => uid).filter(uid => uids.includes(uid));
  };
}
