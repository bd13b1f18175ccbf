/** Each topic but `list` has the id of one thing. The server subscribes each connection to its own `self` and `session`. */
export const TOPIC_KINDS = ['list', 'summary', 'room', 'viewers', 'person', 'self', 'session'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

export type Topic = 'list' | `${Exclude<TopicKind, 'list'>}:${string}`;

/** The id is empty for `list`. */
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
