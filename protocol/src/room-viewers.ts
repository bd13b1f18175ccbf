import * as v from 'valibot';
import { defineCommand } from './command.ts';
import { Id } from './ids.ts';
import { Person } from './person.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * The people of a room. `viewers` have it open. `writers` are the authors of its newest 1,000 messages, the latest author
 * first. `writerCount` counts the authors of all its messages. Each list has at most `MAX_LISTED_PEOPLE` ids; the counts
 * have no limit.
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

export const watchViewers = defineCommand({
  summary:
    'Read who has a room open and who wrote in it and, over the socket, receive who comes and goes from here on',
  description: 'No coming or going falls between the answer and the subscription.',
  input: v.strictObject({ roomId: Id }),
  output: RoomPeople,
  errors: ['not_found', 'limit_exceeded'],
});

export const unwatchViewers = defineCommand({
  summary: 'Stop receiving who comes to a room and goes, on this socket',
  description: 'For a room that is not watched this does nothing.',
  input: v.strictObject({ roomId: Id }),
  output: v.object({}),
  errors: [],
});
