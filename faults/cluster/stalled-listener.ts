import { newId } from '@snug/client';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { inject } from 'vitest';
import type { Cluster } from './cluster.ts';

/** A node needs 4 s to replace a silent connection. Without a comparison then, the next heartbeat comes after 10 s. */
const MAX_GAP_MS = 7_000;

/**
 * The connection that receives notifications stalls without a close. The last event of a room is lost with it, and the
 * position that another node sends a second later.
 */
export async function stallListener(cluster: Cluster): Promise<string[]> {
  const { database, server } = cluster.getNode(0);
  const other = cluster.getNode(1).server.url;
  const { cookie = '' } = inject('clusterPeople').people[0] ?? {};
  const writer = await TestPerson.fromCookie(other, cookie);
  const roomId = await writer.createRoom();
  const reader = await TestPerson.fromCookie(server.url, cookie);
  const socket = await reader.connect({ origin: cluster.balancer.url });
  await socket.request('open_room', { roomId });
  // The heartbeat of a connection reads the positions, too.
  const before = socket.getEvents('heartbeat').length;
  await until('the next heartbeat', () => socket.getEvents('heartbeat').length > before);
  database.silence('marked');
  await writer.runCommand('send_message', { roomId, id: newId(), text: 'The last one' });
  const gapMs = await until('the gap is filled', () => socket.getEvents('room_caught_up').length > 0);
  return gapMs > MAX_GAP_MS ? ['late'] : [];
}
