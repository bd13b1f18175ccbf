/** Each topic but `list` and `workspace` has the id of one thing. The server subscribes each connection to `workspace`, and to its own `self` and `session`. */
export const TOPIC_KINDS = [
  'list',
  'workspace',
  'summary',
  'room',
  'viewers',
  'person',
  'self',
  'session',
] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

type WholeTopic = 'list' | 'workspace';

/** What guests may know of the workspace: its name. */
export const GUESTS_TOPIC = 'workspace:guests';

export type Topic = WholeTopic | typeof GUESTS_TOPIC | `${Exclude<TopicKind, WholeTopic>}:${string}`;

/** The id is empty for `list` and `workspace`. */
export function parseTopic(topic: Topic): [kind: TopicKind, id: string] {
  const [kind, id = ''] = topic.split(':') as [TopicKind, string?];
  return [kind, id];
}

export function roomTopic(roomId: string): Topic {
  return `room:${roomId}`;
}

export function summaryTopic(roomId: string): Topic {
  return `summary:${roomId}`;
}

export function viewersTopic(roomId: string): Topic {
  return `viewers:${roomId}`;
}

export function personTopic(uid: string): Topic {
  return `person:${uid}`;
}

export function selfTopic(uid: string): Topic {
  return `self:${uid}`;
}

export function sessionTopic(sessionId: string): Topic {
  return `session:${sessionId}`;
}
