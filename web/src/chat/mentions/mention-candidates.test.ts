import { type Chat, Store } from '@snug/client';
import type { CommandOutput, Person } from '@snug/protocol';
import { expect, test } from 'vitest';
import { MentionCandidates, type MentionOption } from './mention-candidates.ts';

type Members = CommandOutput<'list_members'>;

const [ANN, BEN] = ['Ann', 'Ben'].map((name): Person => ({ uid: name, name, createdAt: 0, version: 1 }));

function createCandidates() {
  const answers: PromiseWithResolvers<Members>[] = [];
  const command = () => {
    const answer = Promise.withResolvers<Members>();
    answers.push(answer);
    return answer.promise;
  };
  const chat = {
    me: new Store(ANN),
    people: { upsert: (person: Person) => person },
    room: () => ({ view: new Store({ status: 'loading' }) }),
    connection: { command },
  };
  return { candidates: new MentionCandidates(chat as unknown as Chat, 'room'), answers };
}

const MEMBERS = { members: [{ person: ANN }, { person: BEN }] } as Members;

test('keys that are typed before the members are known share one request', async () => {
  const { candidates, answers } = createCandidates();
  const shown: (readonly MentionOption[])[] = [];
  const loads = ['first', 'second', 'third'].map(() => candidates.load('', options => shown.push(options)));
  expect(answers.length).toBe(1);
  answers[0]?.resolve(MEMBERS);
  await Promise.all(loads);
  expect(shown.at(-1)).toEqual([BEN, 'everyone']);
  await candidates.load('', () => {});
  expect(answers.length).toBe(1);
});

test('after a request that failed, the next key asks again', async () => {
  const { candidates, answers } = createCandidates();
  const loads = ['first', 'second'].map(() => candidates.load('', () => {}));
  expect(answers.length).toBe(1);
  answers[0]?.reject(new Error('closed'));
  expect((await Promise.allSettled(loads)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = candidates.load('', () => {});
  expect(answers.length).toBe(2);
  answers[1]?.resolve(MEMBERS);
  await next;
});
