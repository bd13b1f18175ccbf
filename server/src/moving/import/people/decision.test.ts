import { expect, test } from 'vitest';
import type { ImportedPerson } from '../import-source.ts';
import { AddressOwners } from './address-owners.ts';
import { type Choice, createDecide, type PeopleRules, propose, UndecidedPerson } from './decision.ts';

const HERE = new Map([
  ['ann@example.com', { uid: 'ann', isConfirmed: true }],
  ['mallory@example.com', { uid: 'mallory', isConfirmed: false }],
]);

function person(sourceId: string, fields: Partial<ImportedPerson> = {}): ImportedPerson {
  return { id: `id-${sourceId}`, sourceId, name: sourceId, ...fields };
}

function rules(people: readonly ImportedPerson[], choices: Record<string, Choice> = {}): PeopleRules {
  const owners = new AddressOwners();
  people.forEach(each => owners.add(each));
  return {
    here: {
      findImported: async ({ sourceId }) => (sourceId === 'again' ? 'known' : undefined),
      findByEmail: async email => HERE.get(email),
    },
    choices: new Map(Object.entries(choices)),
    owners,
    trustsConfirmations: false,
  };
}

async function decideAlone(fields: Partial<ImportedPerson>, choices: Record<string, Choice> = {}) {
  const one = person('U1', fields);
  return propose(one, rules([one], choices));
}

test('only a confirmed address joins an account', async () => {
  expect(await decideAlone({ email: 'Ann@Example.com' })).toEqual({
    decision: { as: 'existing', uid: 'ann' },
    reason: 'confirmed_address',
  });
  const mallory = { email: 'mallory@example.com' };
  expect(await decideAlone(mallory)).toEqual({ undecided: 'mallory', reason: 'unconfirmed_address' });
  await expect(createDecide(rules([]))(person('U1', mallory))).rejects.toThrow(UndecidedPerson);
  expect(await decideAlone(mallory, { U1: { as: 'join', uid: 'mallory' } })).toMatchObject({
    decision: { as: 'existing', uid: 'mallory' },
  });
  expect(await decideAlone(mallory, { U1: { as: 'new', email: 'm@example.com' } })).toMatchObject({
    decision: { as: 'new', email: 'm@example.com' },
  });
  expect(await decideAlone(mallory, { U1: { as: 'skip' } })).toMatchObject({ decision: { as: 'author' } });
});

test('a second import finds the people of the first one, whatever their address is now', async () => {
  const again = person('again', { email: 'mallory@example.com' });
  expect(await propose(again, rules([again]))).toMatchObject({ decision: { as: 'existing', uid: 'known' } });
});

test('of two accounts with one address, the active one gets it', async () => {
  const left = person('U1', { email: 'ben@example.com', suspendedAt: '2026-01-01T00:00:00.000Z' });
  const back = person('U2', { email: 'BEN@example.com' });
  const third = person('U3', { email: 'ben@example.com' });
  const decide = createDecide(rules([left, back, third]));
  expect([await decide(left), await decide(back), await decide(third)]).toEqual([
    { as: 'new', suspended: true },
    { as: 'new', email: 'ben@example.com' },
    { as: 'new' },
  ]);
});

test('a second account with the address of the owner needs no decision', async () => {
  const owner = person('U1', { email: 'mallory@example.com' });
  const before = person('U2', { email: 'mallory@example.com', suspendedAt: '2026-01-01T00:00:00.000Z' });
  const choices = { U1: { as: 'join', uid: 'mallory' } } as const;
  const decide = createDecide(rules([owner, before], choices));
  expect([await decide(owner), await decide(before)]).toEqual([
    { as: 'existing', uid: 'mallory' },
    { as: 'new', suspended: true },
  ]);
});

test('nobody can claim a bot, an unknown author, a deleted or a deactivated account', async () => {
  const email = 'x@example.com';
  const at = '2026-01-01T00:00:00.000Z';
  const decisions = [
    { bot: true as const },
    { placeholder: true as const },
    { deletedAt: at },
    { suspendedAt: at },
  ];
  expect(await Promise.all(decisions.map(async fields => decideAlone({ email, ...fields })))).toMatchObject([
    { decision: { as: 'author' } },
    { decision: { as: 'author' } },
    { decision: { as: 'author' } },
    { decision: { as: 'new', suspended: true } },
  ]);
});

test('a guest stays a guest, and only an export of Snug confirms addresses', async () => {
  const guest = person('U1', { email: 'g@example.com', emailConfirmed: true, guest: {} });
  expect(await createDecide(rules([guest]))(guest)).toEqual({
    as: 'new',
    email: 'g@example.com',
    guest: true,
  });
  expect(await createDecide({ ...rules([guest]), trustsConfirmations: true })(guest)).toEqual({
    as: 'new',
    email: 'g@example.com',
    emailConfirmed: true,
    guest: true,
  });
});
