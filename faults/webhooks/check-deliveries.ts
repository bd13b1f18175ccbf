import type { Message } from '@snug/protocol';
import type { ExpectedMessage } from './webhook-load.ts';
import type { RecordedDelivery } from './webhook-receiver.ts';

/**
 * The problems of the deliveries of one webhook: changes that are missing or out of order, and ids that name several changes or are
 * several for one.
 */
export function checkDeliveries(
  deliveries: readonly RecordedDelivery[],
  expected: ReadonlyMap<string, ExpectedMessage>,
): string[] {
  return [...checkOrder(deliveries), ...checkIds(deliveries), ...checkMessages(deliveries, expected)];
}

/** A repetition has the `seq` of the delivery before it. */
function checkOrder(deliveries: readonly RecordedDelivery[]): string[] {
  return deliveries.flatMap(({ event }, index) => {
    const before = deliveries[index - 1]?.event.seq ?? 0;
    return event.seq < before ? [`${event.seq} comes after ${before}`] : [];
  });
}

function checkIds(deliveries: readonly RecordedDelivery[]): string[] {
  const seqs = new Map<string, number>();
  const ids = new Map<number, string>();
  return deliveries.flatMap(({ id, event: { seq } }) => {
    const [knownSeq, knownId] = [seqs.get(id) ?? seq, ids.get(seq) ?? id];
    seqs.set(id, seq);
    ids.set(seq, id);
    return knownSeq === seq && knownId === id ? [] : [`${id} is ${seq}, and was ${knownSeq} with ${knownId}`];
  });
}

/** The last delivery of each message has its last state. */
function checkMessages(
  deliveries: readonly RecordedDelivery[],
  expected: ReadonlyMap<string, ExpectedMessage>,
): string[] {
  const last = new Map<string, Message>();
  for (const { event } of deliveries) if ('message' in event) last.set(event.message.id, event.message);
  return [...expected].flatMap(([id, { text, isLiked }]) => {
    const message = last.get(id);
    if (!message) return [`${id} is missing`];
    const isEqual = message.text === text && (message.reactions !== undefined) === isLiked;
    const isDeleted = message.deletedAt !== undefined;
    return isEqual && isDeleted === (text === undefined) ? [] : [`${id} is ${message.text}, not ${text}`];
  });
}
