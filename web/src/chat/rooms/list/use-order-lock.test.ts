import { beforeEach, expect, test, vi } from 'vitest';
import { createOrderLock } from './use-order-lock.ts';

/** An element without a browser. */
class FakeNode extends EventTarget {
  readonly children: FakeNode[] = [];

  contains(other: FakeNode): boolean {
    return other === this || this.children.some(child => child.contains(other));
  }
}

let page: FakeNode;
let list: FakeNode;
let row: FakeNode;

beforeEach(() => {
  [page, list, row] = [new FakeNode(), new FakeNode(), new FakeNode()];
  list.children.push(row);
  vi.stubGlobal('Node', FakeNode);
  vi.stubGlobal('document', page);
});

function createLock() {
  const states: boolean[] = [];
  const orders = [{ lock: (isHeld: boolean) => void states.push(isHeld) }];
  const lock = createOrderLock(orders);
  const enter = (pointerType: string) =>
    lock.enter({ pointerType, currentTarget: list } as unknown as Parameters<typeof lock.enter>[0]);
  /** The pointer moves over an element of the page. */
  const moveTo = (target: FakeNode) => {
    const event = new Event('pointerover');
    Object.defineProperty(event, 'target', { value: target });
    page.dispatchEvent(event);
  };
  return { ...lock, enter, moveTo, isHeld: () => states.at(-1) };
}

test('rows keep their order while the mouse is over the list, and while it has the focus', () => {
  const { enter, leave, focus, isHeld } = createLock();
  enter('mouse');
  expect(isHeld()).toBe(true);
  focus(true);
  leave();
  expect(isHeld(), 'the focus is left').toBe(true);
  focus(false);
  expect(isHeld()).toBe(false);
});

test('a finger keeps no order', () => {
  const { enter, isHeld } = createLock();
  for (const type of ['touch', 'pen']) {
    enter('mouse');
    enter(type);
    expect(isHeld()).toBe(false);
  }
});

test('a row that is removed under the pointer does not keep the order for ever', () => {
  const { enter, moveTo, isHeld } = createLock();
  enter('mouse');
  moveTo(row);
  expect(isHeld(), 'over a row').toBe(true);
  list.children.length = 0;
  moveTo(new FakeNode());
  expect(isHeld(), 'elsewhere, without a leave event').toBe(false);
});
