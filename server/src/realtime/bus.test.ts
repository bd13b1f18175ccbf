import { roomTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../db/mutation.ts';
import { LocalBus } from './bus.ts';
import { Publisher } from './publisher.ts';

const HERE: Publication = {
  topic: roomTopic('a'),
  event: { type: 'here_count', roomId: 'a', count: 1 },
};

function local() {
  const bus = new LocalBus();
  const delivered: (readonly Publication[])[] = [];
  bus.start({ deliver: publications => delivered.push(publications), hint: () => {} });
  return { bus, delivered, publisher: new Publisher(bus) };
}

test('L2 what is published on this node is delivered at once, as it is', () => {
  const { publisher, delivered } = local();
  const publications = [HERE, HERE];
  publisher.publish(publications);
  publisher.publish([]);
  expect(delivered).toEqual([publications]);
  expect(delivered[0]).toBe(publications);
});
