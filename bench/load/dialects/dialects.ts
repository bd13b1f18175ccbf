import type { Dialect } from './dialect.ts';
import { plain } from './plain.ts';
import { snug } from './snug.ts';
import { socketIo } from './socket-io.ts';

export type DialectName = 'plain' | 'snug' | 'socket.io';

export const DIALECTS: Record<DialectName, Dialect> = { plain, snug, 'socket.io': socketIo };
