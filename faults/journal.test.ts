import { newId } from '@snug/client';
import { HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import { Journal } from './journal.ts';

const NOT_FOUND = { code: 'not_found', message: 'It was deleted' } as const;

test('a change that was requested again and then rejected may have been made the first time', () => {
  const journal = new Journal();
  const [once, twice] = [1, 2].map(tries => {
    const like = journal.begin('ann', 'set_reaction', {
      roomId: newId(),
      messageId: newId(),
      emoji: HEART,
      on: true,
    });
    like.tries = tries;
    journal.refuse(like, NOT_FOUND);
    return like;
  });
  expect(once?.outcome).toBe('refused');
  expect(twice?.outcome).toBe('unknown');
  expect(twice?.refusal).toEqual(NOT_FOUND);
});

test('a change that was requested twice at once and rejected twice was not made', () => {
  const journal = new Journal();
  const edit = journal.begin('ann', 'edit_room', { roomId: newId(), name: 'Mine' });
  edit.tries = 2;
  for (const outcome of ['unknown', 'refused']) {
    journal.refuse(edit, { code: 'forbidden', message: 'Only an admin of this room can do that' });
    expect(edit.outcome).toBe(outcome);
  }
});

test('a change that one of two attempts acknowledged stays acknowledged', () => {
  const journal = new Journal();
  const like = journal.begin('ann', 'set_reaction', {
    roomId: newId(),
    messageId: newId(),
    emoji: HEART,
    on: true,
  });
  like.tries = 2;
  journal.acknowledge(like);
  journal.refuse(like, NOT_FOUND);
  expect(like.outcome).toBe('acknowledged');
});
