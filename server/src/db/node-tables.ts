import type { Generated } from 'kysely';

export interface JobTable {
  id: string;
  kind: string;
  key: string;
  /** The start of the next part; null for the beginning. */
  cursor: string | null;
  dueAt: number;
  owner: string | null;
  until: number | null;
}

/** Unused by a single server with a data folder. */
export interface NodeTable {
  id: string;
  startedAt: number;
  expiresAt: number;
  version: string;
  /** JSON: what it has found on its machine. */
  checkup: Generated<string | null>;
  /** `nats` or `database`, which is also what null means. */
  bus: Generated<string | null>;
}

/** Includes people in their grace period. Unused by a single server with a data folder. */
export interface VisitTable {
  userId: string;
  nodeId: string;
}

export interface MetaTable {
  key: string;
  value: string;
}
