import { newId } from '@snug/client';
import { expect, test } from 'vitest';
import { Journal } from '../journal.ts';
import { checkMentions } from './mentions.ts';
import { messageKey, type StoredMessage } from './stored.ts';

const roomId = newId();

const MESSAGE: StoredMessage = {
  roomId,
  seq: 1,
  id: newId(),
  authorId: 'ann',
  createdAt: 1_000,
  changedSeq: 1,
  text: '@Ben',
  fileId: null,
  reactions: null,
  customReactions: null,
  deletedAt: null,
  removed: null,
  revision: null,
  editedAt: null,
  editIds: null,
  replyTo: null,
  rootId: null,
  mentions: null,
  mentionsRoom: null,
  pinnedAt: null,
  pinnedBy: null,
  fileKind: null,
  notice: null,
  links: 0,
};

test('a mention of a person who joined before the load is missing', () => {
  const { journal, stored } = nameBen();
  journal.joined.add('ben');
  expect(checkMentions(journal, stored)).toEqual([
    { fault: 'mention', what: expect.stringContaining('ben') },
  ]);
});

test('a mention of a person who has written before is missing', () => {
  const { journal, stored } = nameBen(['ben']);
  expect(checkMentions(journal, stored)).toHaveLength(1);
});

// SNUG_SEED=46608: a writer made the person an admin, and so asked them into the room.
test('no mention is missing of a person whose request waits, even if they write later', () => {
  const { journal, stored } = nameBen([], ['ben']);
  expect(checkMentions(journal, stored)).toEqual([]);
});

/** Ann names Ben, before and after messages of these people. No mention is stored. */
function nameBen(before: string[] = [], after: string[] = []) {
  const journal = new Journal();
  const messages = [...before, 'ann', ...after].map((authorId, index) => {
    const mentions = authorId === 'ann' ? JSON.stringify([['ben', 0, 4]]) : null;
    return { ...MESSAGE, id: newId(), authorId, mentions, seq: index + 1 };
  });
  const byKey = new Map(messages.map(message => [messageKey(roomId, message.id), message]));
  const id = messages[before.length]?.id ?? '';
  const mentions = [{ uid: 'ben', start: 0, length: 4 }];
  journal.begin('ann', 'send_message', { roomId, id, text: '@Ben', mentions });
  return { journal, stored: { messages, byKey, mentions: [], blocks: [] } };
}
