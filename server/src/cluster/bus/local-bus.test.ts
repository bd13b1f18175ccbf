import { roomTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../../db/mutation.ts';
import { LocalBus } from './local-bus.ts';
import { Publisher } from './publisher.ts';

const VIEWER_COUNT: Publication = {
  topic: roomTopic('a'),
  event: { type: 'viewer_count', roomId: 'a', count: 1 },
};

function createLocalBus() {
  const bus = new LocalBus();
  const delivered: (readonly Publication[])[] = [];
  bus.start({ deliver: publications => delivered.push(publications) });
  return { bus, delivered, publisher: new Publisher(bus) };
}

test('L2 the local bus delivers publications immediately and unchanged', () => {
  const { publisher, delivered } = createLocalBus();
  const publications = [VIEWER_COUNT, VIEWER_COUNT];
  publisher.publish(publications);
  publisher.publish([]);
  publisher.publishCommitted(publications);
  expect(delivered).toEqual([publications, publications]);
  expect(delivered[0]).toBe(publications);
});
