import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id } from '../core/ids.ts';
import { Person } from '../people/person.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * `viewers` have the room open. `writers` are the authors of its newest 1,000 messages, the latest author first. `writerCount`
 * counts the authors of all messages. Each list has at most `MAX_LISTED_PEOPLE` ids.
 */
export const RoomPeople = v.object({
  viewers: v.array(Id),
  viewerCount: Count,
  writers: v.array(Id),
  writerCount: Count,
  /** The people listed above, as many as fit into the result. `watch_people` returns the others. */
  people: v.array(Person),
});
export type RoomPeople = v.InferOutput<typeof RoomPeople>;

const watchViewers = defineCommand({
  summary: 'Read the viewers and writers of a room and, over the socket, subscribe to changes of its viewers',
  description: 'No change is missed between the result and the subscription.',
  input: v.strictObject({ roomId: Id }),
  output: RoomPeople,
  errors: ['not_found', 'limit_exceeded'],
});

const unwatchViewers = defineCommand({
  summary: 'Stop receiving changes of the viewers of a room on this socket',
  description: 'Does nothing if the socket does not watch the viewers of the room.',
  input: v.strictObject({ roomId: Id }),
  output: v.object({}),
  errors: [],
});

export const ROOM_VIEWERS_COMMANDS = {
  watch_viewers: watchViewers,
  unwatch_viewers: unwatchViewers,
} as const;
