import { newId } from '@snug/client';
import { HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import { Journal } from './journal.ts';

const NOT_FOUND = { code: 'not_found', message: 'It was deleted' } as const;

test('what was asked for again and refused then may have been done the first time', () => {
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

test('what was asked for twice at once and refused twice was not done', () => {
  const journal = new Journal();
  const edit = journal.begin('ann', 'edit_room', { roomId: newId(), name: 'Mine' });
  edit.tries = 2;
  for (const outcome of ['unknown', 'refused']) {
    journal.refuse(edit, { code: 'forbidden', message: 'Only an admin of this room can do that' });
    expect(edit.outcome).toBe(outcome);
  }
});

test('what one of two tries was answered for stays so', () => {
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
