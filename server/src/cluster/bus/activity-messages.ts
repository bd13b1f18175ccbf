import type { ViewersMessage } from './viewer-messages.ts';

export type ActivityMessageContent =
  | { type: 'activity_requested' }
  /** `isFirst`: everyone else of this node is idle, until the next message. */
  | { type: 'activity'; active: readonly string[]; idle: readonly string[]; isFirst?: boolean };

/** Who is active on a node. Each message has the next `seq` of its node, so that the others notice a lost one. */
export type ActivityMessage = { seq: number } & ActivityMessageContent;

export function isActivity(message: ActivityMessage | ViewersMessage): message is ActivityMessage {
  return message.type === 'activity' || message.type === 'activity_requested';
}
