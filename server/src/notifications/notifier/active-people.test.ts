import { expect, test } from 'vitest';
import type { ActivityMessage } from '../../cluster/bus/activity-messages.ts';
import { ActivePeople } from './active-people.ts';

/** Nodes that receive each other's messages when the test lets time pass. */
function createNodes(...names: readonly string[]) {
  const timers: (() => void)[] = [];
  const sent: [name: string, message: ActivityMessage][] = [];
  const nodes = new Map(
    names.map(name => [
      name,
      new ActivePeople({
        announce: message => void sent.push([name, message]),
        setTimer: run => void timers.push(run),
      }),
    ]),
  );
  const get = (name: string) => {
    const node = nodes.get(name);
    if (!node) throw new Error(name);
    return node;
  };
  const pass = (loses: (name: string) => boolean = () => false) => {
    for (let round = 0; round < 4; round++) {
      for (const run of timers.splice(0)) run();
      for (const [from, message] of sent.splice(0))
        for (const [name, node] of nodes) if (name !== from && !loses(name)) node.receive(from, message);
    }
  };
  return { get, pass };
}

test('PN3 a person is active on all nodes while one of their pages is', () => {
  const { get, pass } = createNodes('one', 'two');
  const pages = [
    { uid: 'ann', sessionId: 's1' },
    { uid: 'ann', sessionId: 's2' },
  ] as const;
  for (const page of pages) get('one').set(page, true);
  pass();
  expect([get('one').has('ann'), get('two').has('ann'), get('two').has('ben')]).toEqual([true, true, false]);
  expect([get('one').hasSession('ann', 's1'), get('two').hasSession('ann', 's1')]).toEqual([true, false]);
  get('one').set(pages[0], false);
  pass();
  expect(get('two').has('ann')).toBe(true);
  get('one').set(pages[1], false);
  pass();
  expect([get('one').has('ann'), get('two').has('ann')]).toEqual([false, false]);
});

test('PN3 a node that lost a message asks again, and forgets a node that has ended', () => {
  const { get, pass } = createNodes('one', 'two');
  const [ann, ben] = [
    { uid: 'ann', sessionId: 's1' },
    { uid: 'ben', sessionId: 's2' },
  ];
  get('one').set(ann, true);
  pass();
  get('one').set(ann, false);
  pass(name => name === 'two');
  expect(get('two').has('ann')).toBe(true);
  get('one').set(ben, true);
  pass();
  expect([get('two').has('ann'), get('two').has('ben')]).toEqual([false, true]);
  get('two').retain([]);
  expect(get('two').has('ben')).toBe(false);
});

test('PN3 a node with many active people sends them in small messages', () => {
  const { get, pass } = createNodes('one', 'two');
  const pages = Array.from({ length: 400 }, (_, index) => ({ uid: `p${index}`, sessionId: `s${index}` }));
  for (const page of pages) get('one').set(page, true);
  get('two').refresh();
  pass();
  expect(pages.filter(({ uid }) => get('two').has(uid))).toHaveLength(400);
});
