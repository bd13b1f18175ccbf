import { deleteNode } from '../../cluster/nodes/node-store.ts';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { MAX_PRESENCE_CHANGES, type PRESENCE_MUTATIONS } from './presence.ts';
import { listVisitors } from './visit-store.ts';

export interface DeadNodeOptions {
  read: Db;
  writer: MutationWriter<typeof PRESENCE_MUTATIONS>;
}

/** Several nodes may do so at the same time. Stops if the node has renewed its lease. */
export async function removeDeadNode({ read, writer }: DeadNodeOptions, nodeId: string): Promise<void> {
  for (;;) {
    const uids = await listVisitors(read, nodeId, MAX_PRESENCE_CHANGES);
    if (uids.length === 0) break;
    const { count } = await writer.write('end_visits', SYSTEM_CALLER, { nodeId, uids });
    if (count === 0) break;
  }
  await deleteNode(read, nodeId);
}
