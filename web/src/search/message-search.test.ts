import type { Chat } from '@snug/client';
import { Store } from '@snug/client';
import { CommandError, type CommandOutput, type Event, type Message } from '@snug/protocol';
import { expect, test, vi } from 'vitest';
import { MessageSearch } from './message-search.ts';

type Output = CommandOutput<'search_messages'>;

const ANN = { uid: 'ann', name: 'Ann', createdAt: 0, version: 1 };
const ROOM = { id: 'r', name: 'Harbour', joined: true };

function message(id: string): Message {
  return { id, roomId: 'r', seq: 1, changedSeq: 1, author: ANN, createdAt: 1, text: id };
}

function page(ids: readonly string[], rest: Partial<Output> = {}): Output {
  return { messages: ids.map(message), rooms: [ROOM], ...rest };
}

function createSearch() {
  const answers: PromiseWithResolvers<Output>[] = [];
  const command = vi.fn<(name: string, input: object) => Promise<Output>>(() => {
    const answer = Promise.withResolvers<Output>();
    answers.push(answer);
    return answer.promise;
  });
  const state = new Store<{ status: string; since?: number }>({ status: 'connected' });
  const chat = {
    connection: { command, state },
    people: { upsertShown: () => {} },
    blocks: new Store(new Set<string>()),
    memberships: { isRequest: () => false },
    logs: [{ room: { id: 'r', name: 'Harbour' }, messages: [message('kept tea')] }],
  } as unknown as Chat;
  const search = new MessageSearch({ text: '', filters: [] }, { chat, uid: 'ann', now: () => 0 });
  const ids = () => search.state.get().rows?.map(row => row.message.id);
  return { search, command, answers, state, ids };
}

const edited = (message: Message): Event => ({
  type: 'message_edited',
  seq: 2,
  roomId: 'r',
  message,
});
const query = (text: string) => ({ text, filters: [] });

test('drops the answer of an older search, and shows old results until newer ones come', async () => {
  const { search, answers, ids } = createSearch();
  const first = search.run(query('tea'), true);
  await expect.poll(() => answers).toHaveLength(1);
  const second = search.run(query('teapot'), true);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.resolve(page(['new']));
  await second;
  answers[0]?.resolve(page(['old']));
  await first;
  expect(ids()).toEqual(['new']);
  void search.run(query('teapots'), true);
  expect(search.state.get()).toMatchObject({ isSearching: true });
  expect(ids(), 'until the next answer').toEqual(['new']);
});

test('reads on after an unfinished page, and joins what it finds', async () => {
  const { search, answers, ids } = createSearch();
  const run = search.run(query('rare'), false);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['a'], { next: { place: 9 }, until: 100, isBehind: true }));
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.resolve(page(['b'], { next: { place: 8 } }));
  await run;
  expect(ids()).toEqual(['a', 'b']);
  expect(search.state.get()).toMatchObject({ hasMore: true, isBehind: true, until: undefined });
});

test('looks again quietly while the index is behind, unless its reader has gone on', async () => {
  const { search, answers, ids } = createSearch();
  const run = search.run(query('tea'), false);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['old'], { isBehind: true }));
  await run;
  const refresh = search.refresh();
  expect(search.state.get().isSearching).toBe(false);
  answers[1]?.resolve(page(['new', 'old'], { isBehind: true }));
  await refresh;
  expect(ids()).toEqual(['new', 'old']);
  const late = search.refresh();
  search.onScroll(300);
  answers[2]?.resolve(page(['newest', 'new', 'old']));
  await late;
  expect(ids()).toEqual(['new', 'old']);
  search.onScroll(0);
  const last = search.refresh();
  answers[3]?.resolve(page(['newest']));
  await last;
  await search.refresh();
  expect(answers, 'the index is no longer behind').toHaveLength(4);
});

test('reads on after empty pages, and says how far back an unfinished one goes', async () => {
  const { search, command, answers, ids } = createSearch();
  const run = search.run(query('rare'), false);
  for (let index = 0; index < 3; index++) {
    await expect.poll(() => answers).toHaveLength(index + 1);
    answers[index]?.resolve(page([], { next: { place: 9 - index }, until: 100 - index }));
  }
  await run;
  expect(command.mock.calls.map(([, input]) => input)).toEqual([
    { text: 'rare' },
    { text: 'rare', cursor: { place: 9 } },
    { text: 'rare', cursor: { place: 8 } },
  ]);
  expect(search.state.get()).toMatchObject({ rows: [], until: 98, hasMore: true, isSearching: false });
  const more = search.showMore();
  answers[3]?.resolve(page(['found'], { isBehind: true }));
  await more;
  expect(ids()).toEqual(['found']);
  expect(search.state.get()).toMatchObject({ hasMore: false, isBehind: true, until: undefined });
});

test('without a connection, searches what this browser keeps, and says so', async () => {
  const { search, state, command, ids } = createSearch();
  state.set({ status: 'disconnected', since: 0 });
  await search.run(query('tea'), true);
  expect(command).not.toHaveBeenCalled();
  expect(ids()).toEqual(['kept tea']);
  expect(search.state.get().kept).toEqual({ roomCount: 1, since: 1 });
  await search.run({ text: 'tea', filters: [{ key: 'is', value: 'saved' }] }, true);
  expect(search.state.get()).toMatchObject({ needsServer: true, rows: [] });
});

test('a connection that is lost during a search does not end it', async () => {
  const { search, state, answers, ids } = createSearch();
  const run = search.run(query('tea'), true);
  await expect.poll(() => answers).toHaveLength(1);
  state.set({ status: 'disconnected', since: 0 });
  answers[0]?.reject(new CommandError('unavailable'));
  await run;
  expect(ids()).toEqual(['kept tea']);
});

test('waits for the first connection', async () => {
  const { search, state, answers, ids } = createSearch();
  state.set({ status: 'idle' });
  const run = search.run(query('tea'), false);
  state.set({ status: 'connecting' });
  expect(answers).toHaveLength(0);
  state.set({ status: 'connected' });
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['a']));
  await run;
  expect(ids()).toEqual(['a']);
});

test('a failure keeps the results, and a room that is gone has none', async () => {
  const { search, answers, ids } = createSearch();
  const first = search.run(query('tea'), false);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['a']));
  await first;
  const second = search.run(query('teas'), false);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.reject(new CommandError('rate_limited'));
  await second;
  expect(ids()).toEqual(['a']);
  expect(search.state.get().error?.code).toBe('rate_limited');
  const third = search.runAgain();
  await expect.poll(() => answers).toHaveLength(3);
  answers[2]?.reject(new CommandError('not_found'));
  await third;
  expect(search.state.get()).toMatchObject({ rows: [], error: undefined });
});

test('follows edits and deletions of what it shows, and keeps a failure meanwhile', async () => {
  const { search, answers, ids } = createSearch();
  const run = search.run(query('tea'), false);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['a', 'b'], { next: { place: 1 } }));
  await run;
  const more = search.showMore();
  answers[1]?.reject(new CommandError('rate_limited'));
  await more;
  search.apply(edited({ ...message('a'), text: 'edited' }));
  expect(search.state.get().rows?.[0]?.message.text).toBe('edited');
  search.apply(edited({ ...message('a'), deletedAt: 5 }));
  expect(ids()).toEqual(['b']);
  search.apply({ type: 'membership_changed', roomId: 'other', membership: { role: null, version: 2 } });
  expect(search.state.get().error?.code).toBe('rate_limited');
  search.apply({ type: 'membership_changed', roomId: 'r', membership: { role: null, version: 2 } });
  expect(ids()).toEqual([]);
});

test('what is deleted or edited while a page is read does not return with it', async () => {
  const { search, answers, ids } = createSearch();
  const deleted = (id: string): Event => ({
    type: 'message_deleted',
    seq: 2,
    roomId: 'r',
    message: { ...message(id), deletedAt: 2 },
  });
  const run = search.run(query('tea'), false);
  await expect.poll(() => answers).toHaveLength(1);
  search.apply(deleted('b'));
  answers[0]?.resolve(page(['a', 'b', 'c'], { next: { place: 9 } }));
  await run;
  expect(ids()).toEqual(['a', 'c']);
  const more = search.showMore();
  search.apply(deleted('a'));
  search.apply(edited({ ...message('d'), changedSeq: 3, text: 'new' }));
  search.apply(edited({ ...message('e'), changedSeq: 0, text: 'older' }));
  answers[1]?.resolve(page(['d', 'e']));
  await more;
  expect(search.state.get().rows?.map(row => row.message.text)).toEqual(['c', 'new', 'e']);
  search.onTrimmed({ roomId: 'r', before: 2 });
  expect(ids()).toEqual([]);
});

test('goes on after a further page that failed, with what it has', async () => {
  const { search, command, answers, ids } = createSearch();
  const run = search.run(query('tea'), false);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['a'], { next: { place: 3 } }));
  await run;
  const more = search.showMore();
  answers[1]?.reject(new CommandError('unavailable'));
  await more;
  expect(search.state.get().error?.code).toBe('unavailable');
  const again = search.runAgain();
  await expect.poll(() => answers).toHaveLength(3);
  expect(command.mock.calls[2]?.[1]).toMatchObject({ cursor: { place: 3 } });
  answers[2]?.resolve(page(['b']));
  await again;
  expect(ids()).toEqual(['a', 'b']);
  const next = search.runAgain();
  await expect.poll(() => answers).toHaveLength(4);
  expect(command.mock.calls[3]?.[1]).not.toHaveProperty('cursor');
  answers[3]?.resolve(page(['c']));
  await next;
  expect(ids()).toEqual(['c']);
});

test('searches that wait for the first connection become one', async () => {
  const { search, state, command, answers, ids } = createSearch();
  state.set({ status: 'connecting' });
  const runs = ['t', 'te', 'tea', 'teap'].map(text => search.run(query(text), false));
  state.set({ status: 'connected' });
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['a']));
  await Promise.all(runs);
  expect(command.mock.calls).toEqual([['search_messages', { text: 'teap' }]]);
  expect(ids()).toEqual(['a']);
});

test('leaves out what is gone when its reader is back, as far as a page reaches', async () => {
  const { search, answers, ids } = createSearch();
  const run = search.run(query('tea'), false);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['a', 'b', 'c'], { next: { place: 3 } }));
  await run;
  const more = search.showMore();
  answers[1]?.resolve(page(['d', 'e']));
  await more;
  const verify = async (output: Output | CommandError) => {
    const verified = search.verify();
    if (output instanceof CommandError) answers.at(-1)?.reject(output);
    else answers.at(-1)?.resolve(output);
    await verified;
    return ids();
  };
  const edit = { ...message('c'), text: 'edited' };
  const newer = {
    ...page(['new', 'a'], { next: { place: 2 } }),
    messages: [message('new'), message('a'), edit],
  };
  expect(await verify(newer), 'nothing moves for newer messages').toEqual(['a', 'c', 'd', 'e']);
  expect(search.state.get().rows?.[1]?.message.text).toBe('edited');
  expect(await verify(page(['n'], { next: { place: 4 } })), 'it does not reach so far').toHaveLength(4);
  expect(await verify(page(['a'], { isBehind: true })), 'the index knows too little').toHaveLength(4);
  expect(await verify(new CommandError('unavailable'))).toHaveLength(4);
  expect(search.state.get().error).toBeUndefined();
  expect(await verify(page(['d']))).toEqual(['d']);
  expect(await verify(new CommandError('not_found')), 'its room is gone').toEqual([]);
});

test('a look that an earlier one overtakes is taken again', async () => {
  const { search, answers, ids } = createSearch();
  const run = search.run(query('tea'), false);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['a', 'b', 'c']));
  await run;
  const [earlier, later] = [search.verify(), search.verify()];
  answers[1]?.resolve(page(['a', 'b']));
  await earlier;
  answers[2]?.resolve(page(['a']));
  await expect.poll(() => answers).toHaveLength(4);
  answers[3]?.resolve(page(['a']));
  await later;
  expect(ids()).toEqual(['a']);
});

test('reads on to a result of a further page, but not without end', async () => {
  const { search, command, ids } = createSearch();
  let count = 0;
  command.mockImplementation(async () => page([`m${++count}`], { next: { place: 99 - count } }));
  search.query = query('tea');
  await search.runTo('m3');
  expect(ids()).toEqual(['m1', 'm2', 'm3']);
  await search.runTo('none');
  expect(ids()).toHaveLength(5);
});

test('TR7 results that are trimmed leave the list', async () => {
  const { search, answers, ids } = createSearch();
  const run = search.run(query('tea'), false);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.resolve(page(['one', 'two']));
  await run;
  search.onTrimmed({ roomId: 'other', before: 9 });
  search.onTrimmed({ roomId: 'r', before: 1 });
  expect(ids()).toEqual(['one', 'two']);
  search.onTrimmed({ roomId: 'r', before: 2 });
  expect(ids()).toEqual([]);
});
