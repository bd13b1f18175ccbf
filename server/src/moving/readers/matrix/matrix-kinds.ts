import type { MatrixEvent } from './matrix-export.ts';

/**
 * `message`: people or programs wrote it. `reaction` and `edit` belong to another event. `notice`: the client wrote it about the room.
 * `vote`: in a poll. `locked`: nobody has its key. `deleted`: its author or an admin removed it.
 */
export type MatrixKind =
  | 'message'
  | 'reaction'
  | 'edit'
  | 'notice'
  | 'vote'
  | 'locked'
  | 'deleted'
  | 'unknown';

const KINDS: Readonly<Record<string, MatrixKind>> = {
  'm.room.message': 'message',
  'm.sticker': 'message',
  'm.poll.start': 'message',
  'org.matrix.msc3381.poll.start': 'message',
  'm.reaction': 'reaction',
  'm.poll.response': 'vote',
  'org.matrix.msc3381.poll.response': 'vote',
  'm.poll.end': 'notice',
  'org.matrix.msc3381.poll.end': 'notice',
  'm.room.encrypted': 'locked',
  'm.room.redaction': 'notice',
};

export function findKind(event: MatrixEvent): MatrixKind {
  const { type, state_key: state, content, unsigned } = event;
  if (
    state !== undefined ||
    (/^m\.(?:call|key\.verification|room|space|beacon)\./.test(type) && !(type in KINDS))
  )
    return 'notice';
  const kind = KINDS[type] ?? 'unknown';
  if (kind === 'reaction') return isRecordWithValues(content) ? kind : 'notice';
  if (kind === 'locked' || kind === 'message') {
    if (unsigned.redacted_because !== undefined || !isRecordWithValues(content)) return 'deleted';
    if (content.msgtype === 'm.bad.encrypted') return 'locked';
    if (content.msgtype === 'm.key.verification.request') return 'notice';
    const relation = content['m.relates_to'];
    if (
      typeof relation === 'object' &&
      relation !== null &&
      'rel_type' in relation &&
      relation.rel_type === 'm.replace'
    )
      return 'edit';
  }
  return kind;
}

function isRecordWithValues(content: object): boolean {
  return Object.keys(content).length > 0;
}
