import { expect, test } from 'vitest';
import type { Proposal } from './decision.ts';
import { formatPeople, parsePeople } from './people-file.ts';

const here = {
  findByEmail: async (email: string) =>
    email === 'ann@example.com' ? { uid: 'ann', isConfirmed: false } : undefined,
};
const parse = (text: string) => parsePeople(text, here);

test('the rules decide again about rows that nobody changed, with the same result', async () => {
  const person = (sourceId: string) => ({ sourceId, name: '=1', email: 'ann@example.com' });
  const proposals: [string, Proposal][] = [
    ['U1', { undecided: 'ann', reason: 'unconfirmed_address' }],
    ['U2', { decision: { as: 'new', email: 'ben@example.com' }, reason: 'new_address' }],
    ['U3', { decision: { as: 'author' }, reason: 'bot' }],
    ['U4', { decision: { as: 'existing', uid: 'ann' }, reason: 'imported' }],
    ['U5', { decision: { as: 'new' }, reason: 'second_account' }],
    ['U6', { decision: { as: 'existing', uid: 'ann' }, reason: 'confirmed_address' }],
  ];
  const text = formatPeople(proposals.map(([id, proposal]) => ({ person: person(id), proposal })));
  expect(text.split('\r\n')[1]).toMatch(/^U1,'=1,ann@example\.com,decide,"?Somebody here/);
  expect([...(await parse(text))]).toEqual([
    ['U2', { as: 'new', email: 'ben@example.com' }],
    ['U3', { as: 'skip' }],
    ['U5', { as: 'new' }],
    ['U6', { as: 'join', uid: 'ann' }],
  ]);
});

test('a file that cannot be meant so is refused, with the reason', async () => {
  const rows = (...lines: string[]) => parse(['source,email,proposal', ...lines].join('\n'));
  await expect(parse('a,b\n1,2')).rejects.toThrow('needs the columns source, email and proposal');
  await expect(rows('U1,,merge')).rejects.toThrow(
    'The proposal for U1 is "merge". Write "new", "join" or "skip".',
  );
  await expect(rows('U1,nobody@example.com,join')).rejects.toThrow('nobody to join');
  await expect(rows('U1,not an address,new')).rejects.toThrow('no valid address for U1');
  await expect(rows('U1,a@example.com,new', 'U2,A@example.com,new')).rejects.toThrow('to U1 and to U2');
  await expect(rows('U1,,skip', 'U1,,new')).rejects.toThrow('has U1 twice');
});
