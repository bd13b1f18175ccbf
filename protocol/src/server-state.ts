import * as v from 'valibot';
import { defineCommand } from './command.ts';
import { Timestamp } from './ids.ts';
import { MAX_LISTED_NODES } from './limits.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** One process of Snug. */
export const ServerNode = v.object({
  release: v.string(),
  startedAt: Timestamp,
  /** The last sign of life. */
  seenAt: Timestamp,
});
export type ServerNode = v.InferOutput<typeof ServerNode>;

export const ServerState = v.object({
  engine: v.picklist(['sqlite', 'postgres']),
  /** Of the node that responds. */
  release: v.string(),
  /** Living nodes, which share the database. A server with a data folder has one. */
  nodes: v.array(ServerNode),
  /** The last one of `npm run backup` beside this data folder. `missingFiles`: those that it could not copy. */
  backup: v.optional(v.object({ at: Timestamp, bytes: Count, missingFiles: Count })),
  /** Background jobs that are due and wait. */
  dueJobs: Count,
  /** The kinds whose last run on this node failed. */
  failedJobs: v.array(v.object({ kind: v.string(), at: Timestamp })),
  databaseBytes: Count,
  /** The disk with the data folder. */
  disk: v.object({ total: Count, free: Count }),
  /** Variables of the environment with their values, and what `providers` and `mail` are set up. Without secrets. */
  settings: v.array(v.object({ name: v.string(), value: v.string() })),
});
export type ServerState = v.InferOutput<typeof ServerState>;

const getServer = defineCommand({
  summary: 'Read the health, the storage and the settings of the server; for workspace admins',
  description: `\`nodes\`: at most ${MAX_LISTED_NODES}. The settings contain no secrets.`,
  input: v.strictObject({}),
  output: ServerState,
  errors: ['forbidden'],
});

export const SERVER_STATE_COMMANDS = { get_server: getServer } as const;
