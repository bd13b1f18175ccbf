import type { Archive } from '../../../archive/archive.ts';
import { openFiles } from '../../testing/open-files.ts';

export const BEGIN_MS = Date.UTC(2023, 10, 14, 12);
export const [ANN, BEN, BOT] = ['@ann:example.org', '@ben:example.org', '@bot:example.org'] as const;

export function createEvent(n: number, type: string, content: object, more: object = {}) {
  return {
    type,
    event_id: `$${n}`,
    sender: ANN as string,
    room_id: '!r:example.org',
    origin_server_ts: BEGIN_MS + n * 1000,
    content,
    unsigned: { age: 1 },
    ...more,
  };
}

export function say(n: number, body: string, content: object = {}, more: object = {}) {
  return createEvent(n, 'm.room.message', { msgtype: 'm.text', body, ...content }, more);
}

export function html(formatted: string) {
  return { format: 'org.matrix.custom.html', formatted_body: formatted };
}

export function relateTo(relation: object) {
  return { 'm.relates_to': relation };
}

export function answer(n: number) {
  return relateTo({ 'm.in_reply_to': { event_id: `$${n}` } });
}

export function react(n: number, target: number, key: string, sender: string = BEN) {
  const relation = { rel_type: 'm.annotation', event_id: `$${target}`, key };
  return createEvent(n, 'm.reaction', relateTo(relation), { sender });
}

export function edit(n: number, target: number, body: string, sender: string = ANN) {
  const relation = { rel_type: 'm.replace', event_id: `$${target}` };
  const content = { 'm.new_content': { msgtype: 'm.text', body }, ...relateTo(relation) };
  return say(n, `* ${body}`, content, { sender });
}

export function setState(n: number, type: string, content: object, key = '') {
  return createEvent(n, type, content, { state_key: key });
}

export function join(n: number, person: string, name: string, content: object = {}) {
  return setState(n, 'm.room.member', { membership: 'join', displayname: name, ...content }, person);
}

export function createRoom(messages: readonly unknown[], head: object = {}) {
  return {
    room_name: 'Team',
    room_creator: 'Ann Example',
    topic: 'Hello',
    export_date: '14 Nov 2023',
    exported_by: 'Ann Example',
    ...head,
    messages,
  };
}

/** What an export of Element can have, once. */
export function openMatrixKinds(): Promise<Archive> {
  const thread = (root: number, replyTo: number, isFallback: boolean) =>
    relateTo({
      rel_type: 'm.thread',
      event_id: `$${root}`,
      is_falling_back: isFallback,
      'm.in_reply_to': { event_id: `$${replyTo}` },
    });
  const removed = { unsigned: { redacted_because: {} } };
  const edited = { 'm.new_content': { msgtype: 'm.text', body: 'new' } };
  const relations = { 'm.replace': { origin_server_ts: BEGIN_MS + 90_000, content: edited } };
  return openFiles({
    'export.json': createRoom([
      setState(1, 'm.room.create', { creator: ANN }),
      join(2, ANN, 'Ann Example'),
      join(3, BEN, 'Ben'),
      setState(4, 'm.room.join_rules', { join_rule: 'public' }),
      setState(5, 'm.room.member', { membership: 'leave' }, '@cat:example.org'),
      say(
        10,
        'plain',
        html(
          '<mx-reply>old</mx-reply><strong>bold</strong> <em>it</em> <del>gone</del> <code>x</code> <a href="https://matrix.to/#/@ben:example.org">Ben</a> <a href="https://a.example">page</a><blockquote>q</blockquote><ol start="3"><li>three</li></ol><pre><code class="language-ts">let a;</code></pre><h2>Head</h2><p>one</p><p>two &lt;b&gt;</p>',
        ),
      ),
      say(11, '> <@ann:example.org> plain\n\nanswer', answer(10), { sender: BEN }),
      say(12, 'in a thread', thread(10, 11, true)),
      say(13, 'deep', thread(10, 12, false), { sender: BEN }),
      edit(14, 12, 'in the thread'),
      edit(15, 12, 'by another', BEN),
      react(16, 10, '👍️'),
      react(17, 10, '👍', ANN),
      react(18, 10, '👍', ANN),
      react(19, 10, 'lgtm'),
      react(20, 99, '👍'),
      say(21, 'picture.png', { msgtype: 'm.image', url: 'mxc://example.org/a' }),
      say(22, 'picture.png', { msgtype: 'm.image', url: 'mxc://example.org/b' }),
      say(23, 'a caption', { msgtype: 'm.file', filename: 'lost.pdf' }),
      createEvent(24, 'm.sticker', { body: 'wave', url: 'mxc://example.org/s' }),
      say(25, 'waves', { msgtype: 'm.emote' }),
      say(26, 'built', { msgtype: 'm.notice' }, { sender: BOT }),
      createEvent(27, 'm.room.message', {}, removed),
      createEvent(28, 'm.room.message', {}, removed),
      say(29, 'to a removed one', answer(28)),
      say(30, 'to a lost one', answer(98)),
      createEvent(31, 'm.room.encrypted', { ciphertext: 'x' }),
      say(32, '** Unable to decrypt **', { msgtype: 'm.bad.encrypted' }),
      createEvent(33, 'm.poll.start', {
        'm.poll': { question: { 'm.text': 'Lunch?' }, answers: [{ 'm.text': [{ body: 'Yes' }] }] },
      }),
      createEvent(34, 'm.poll.response', {}),
      say(35, 'x', { msgtype: 'm.location', geo_uri: 'geo:1,2' }),
      say(36, '@room and @ben:example.org and *stars*'),
      edit(37, 97, 'of a lost one'),
      say(38, 'old', {}, { unsigned: { 'm.relations': relations } }),
      say(39, 'slow clock', answer(38), { origin_server_ts: BEGIN_MS, sender: BEN }),
      createEvent(40, 'm.call.invite', {}),
      createEvent(41, 'com.example.future', { words: 'kept in the report' }),
      say(42, ''),
      say(10, 'twice'),
      setState(43, 'm.room.pinned_events', { pinned: ['$10', '$96'] }),
      setState(44, 'm.room.tombstone', {}),
      { type: 'm.room.message' },
    ]),
    'images/picture-11-14-2023 at 5-30-22 PM.png': 'second',
    'images/picture-11-14-2023 at 5-30-21 PM.png': 'first',
    'stickers/wave-14.11.2023 um 13-00-24.png': 'sticker',
    'direct.json': createRoom(
      [join(1, ANN, 'Ann Example'), join(2, BEN, 'Ben', { is_direct: true }), say(3, 'only for you')].map(
        (event, n) => ({ ...event, room_id: '!d:example.org', event_id: `$d${n}` }),
      ),
      { room_name: 'Ben' },
    ),
    'cut.json': JSON.stringify(createRoom([say(60, 'whole'), say(61, 'half')])).slice(0, -120),
  });
}
