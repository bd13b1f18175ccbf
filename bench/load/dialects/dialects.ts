import type { Dialect } from './dialect.ts';
import { plain } from './plain.ts';
import { snug } from './snug.ts';
import { socketIo } from './socket-io.ts';
import { xmpp } from './xmpp.ts';

export type DialectName = 'plain' | 'snug' | 'socket.io' | 'ejabberd' | 'prosody';

export const DIALECTS: Record<DialectName, Dialect> = {
  plain,
  snug,
  'socket.io': socketIo,
  ejabberd: xmpp('/ws'),
  prosody: xmpp('/xmpp-websocket'),
};
