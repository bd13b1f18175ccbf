import { ejabberd } from '../peers/ejabberd.ts';
import { prosody } from '../peers/prosody.ts';
import { socketIo } from '../peers/socket-io.ts';
import { floor } from './floor.ts';
import { snug } from './snug.ts';
import type { Target } from './target.ts';

/** The targets that can do thousands of deliveries per second on one core. */
export const NODE_TARGETS: readonly Target[] = [snug, floor, socketIo];

/** Includes the XMPP servers, if they are installed. */
export const ALL_TARGETS: readonly Target[] = [...NODE_TARGETS, ejabberd, prosody];
