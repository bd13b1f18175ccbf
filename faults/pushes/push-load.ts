import { setTimeout as wait } from 'node:timers/promises';
import type { CommandOutput, Message } from '@snug/protocol';
import type { PlannedAnswer, TestPushService, TestSubscription } from '@snug/testkit/push-service.ts';
import type { Random } from '@snug/testkit/random.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { DueMessage, PushEvidence, ReadMove } from './check-pushes.ts';
import { LoopLag } from './loop-lag.ts';

const ROOMS = 2;
const WORD = 'soup';
const RETRY_MS = 100;
const MAX_PAUSE_MS = 4_000;
/** Of a push service with problems. Each lets the device try again within seconds. */
const ANSWERS: readonly PlannedAnswer[] = [
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 500 },
  'drop',
  'hang',
];

export interface PushLoadOptions {
  service: TestPushService;
  /** Of each server. */
  urls: readonly string[];
  /** Of four people: an author, and three who have a device. */
  cookies: readonly string[];
  random: Random;
}

interface Reader {
  person: TestPerson;
  browser: TestSubscription;
}

/** A person writes to others in all ways that call them, who read some of it, pause, and have push services with problems. */
export class PushLoad {
  readonly #options: PushLoadOptions;
  readonly #author: TestPerson;
  /** The first one is plain; the second has a word; the third wants all messages of the first room. */
  readonly #readers: readonly Reader[];
  readonly #roomIds: readonly string[];
  readonly #directId: string;
  readonly #due: DueMessage[] = [];
  readonly #reads: ReadMove[] = [];
  readonly #lag = new LoopLag();
  readonly #sent: Message[] = [];
  readonly #over = new AbortController();
  readonly #running: Promise<void>;

  static async start(options: PushLoadOptions): Promise<PushLoad> {
    const { service, cookies, urls } = options;
    const [url = ''] = urls;
    const [author, ...people] = await Promise.all(
      cookies.slice(0, 4).map(cookie => TestPerson.fromCookie(url, cookie)),
    );
    if (!author) throw new Error('nobody writes');
    const roomIds = await Promise.all(Array.from({ length: ROOMS }, () => author.createRoom()));
    const readers: Reader[] = [];
    for (const person of people) {
      for (const roomId of roomIds) await person.runCommand('join_room', { roomId });
      const { pushKey } = await person.runCommand<CommandOutput<'list_push_devices'>>(
        'list_push_devices',
        {},
      );
      const browser = service.subscribe(pushKey);
      // On a busy machine, a server that just started can be without its database for a moment.
      await repeat(() => person.runCommand('add_push_device', browser.input));
      readers.push({ person, browser });
    }
    const [first, second, third] = people;
    const input = { uids: [first?.uid] };
    const { room } = await author.runCommand<CommandOutput<'open_direct'>>('open_direct', input);
    await first?.runCommand('send_message', { roomId: room.id, id: crypto.randomUUID(), text: 'hi' });
    await second?.runCommand('set_notification_settings', { words: [WORD] });
    await third?.runCommand('set_room_options', { roomId: roomIds[0], level: 'everything' });
    return new PushLoad(options, { author, readers, roomIds, directId: room.id });
  }

  private constructor(
    options: PushLoadOptions,
    people: { author: TestPerson; readers: readonly Reader[]; roomIds: readonly string[]; directId: string },
  ) {
    this.#options = options;
    this.#author = people.author;
    this.#readers = people.readers;
    this.#roomIds = people.roomIds;
    this.#directId = people.directId;
    this.#running = this.#run();
  }

  get evidence(): PushEvidence {
    return {
      messages: this.#due,
      reads: this.#reads,
      devices: this.#readers.map(({ person, browser }) => ({ uid: person.uid, received: browser.received })),
      getLag: (from, to) => this.#lag.get(from, to),
    };
  }

  get messageCount(): number {
    return this.#due.length;
  }

  /** Ends all pauses, and all problems of push services. */
  async finish(): Promise<void> {
    this.#over.abort();
    await this.#running;
    for (const { person, browser } of this.#readers) {
      browser.plan.splice(0);
      await this.#repeat(person, 'set_notification_settings', { pausedUntil: null });
    }
  }

  stop(): void {
    this.#over.abort();
    this.#lag.stop();
  }

  async #run(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#act();
      await wait(20 + this.#options.random.below(180));
    }
  }

  async #act(): Promise<void> {
    const { random } = this.#options;
    const reader = this.#readers[random.below(this.#readers.length)];
    const roomId = this.#roomIds[random.below(ROOMS)];
    const [first, second] = this.#readers;
    if (!reader || !first || !second || roomId === undefined) return;
    const share = random.below(20);
    if (share < 7) await this.#send(roomId, '@x look', [reader], reader.person.uid);
    else if (share < 8) await this.#send(roomId, '@x all', this.#readers, null);
    else if (share < 9) await this.#send(roomId, `the ${WORD} is ready`, [second]);
    else if (share < 10) await this.#send(roomId, 'plain', []);
    else if (share < 12) await this.#send(this.#directId, 'psst', [first]);
    else if (share < 16) await this.#read(reader);
    else if (share < 17) await this.#deleteOne();
    else if (share < 18) await this.#pause(reader);
    // One at a time: while servers are down, no push uses them up, and each failure doubles the wait of a device.
    else if (reader.browser.plan.length === 0)
      reader.browser.plan.push(ANSWERS[random.below(ANSWERS.length)] ?? 'drop');
  }

  /** As a client does: with the same id, until it is acknowledged. */
  async #send(
    roomId: string,
    text: string,
    readers: readonly Reader[],
    mentioned?: string | null,
  ): Promise<void> {
    const mentions = mentioned === undefined ? [] : [{ uid: mentioned, start: 0, length: 2 }];
    const input = { roomId, id: crypto.randomUUID(), text, mentions };
    const { message } = await this.#repeat<CommandOutput<'send_message'>>(
      this.#author,
      'send_message',
      input,
    );
    this.#sent.push(message);
    const all = roomId === this.#roomIds[0] ? this.#readers.slice(2) : [];
    const { seq, createdAt } = message;
    for (const { person } of new Set([...readers, ...all]))
      this.#due.push({ uid: person.uid, roomId, seq, createdAt, isGone: false });
  }

  async #read({ person }: Reader): Promise<void> {
    const mine = this.#due.filter(({ uid }) => uid === person.uid).slice(-3);
    const last = mine[this.#options.random.below(Math.max(1, mine.length))];
    if (!last) return;
    const { roomId, seq } = last;
    try {
      const { reads } = await this.#runAnywhere<CommandOutput<'get_unread'>>(person, 'get_unread', {
        roomIds: [roomId],
      });
      await this.#runAnywhere(person, 'set_read', { roomId, seq, version: reads[roomId]?.version });
      this.#reads.push({ uid: person.uid, roomId, seq, at: Date.now() });
    } catch {
      // The server was killed: the cursor may be where it was.
    }
  }

  async #deleteOne(): Promise<void> {
    const { random } = this.#options;
    const message = this.#sent.at(-1 - random.below(3));
    if (!message) return;
    const { roomId, seq, id: messageId } = message;
    for (const due of this.#due) if (due.roomId === roomId && due.seq === seq) due.isGone = true;
    await this.#runAnywhere(this.#author, 'delete_message', { roomId, messageId }).catch(() => {});
  }

  async #pause({ person }: Reader): Promise<void> {
    const pausedUntil = Date.now() + this.#options.random.below(MAX_PAUSE_MS);
    await this.#runAnywhere(person, 'set_notification_settings', { pausedUntil }).catch(() => {});
  }

  async #repeat<Output>(person: TestPerson, command: string, input: object): Promise<Output> {
    return repeat(() => this.#runAnywhere<Output>(person, command, input));
  }

  async #runAnywhere<Output>({ cookie }: TestPerson, command: string, input: object): Promise<Output> {
    const { urls, random } = this.#options;
    const url = urls[random.below(urls.length)] ?? '';
    const at = await TestPerson.fromCookie(url, cookie);
    return at.runCommand<Output>(command, input);
  }
}

async function repeat<Output>(run: () => Promise<Output>): Promise<Output> {
  for (;;) {
    try {
      return await run();
    } catch {
      await wait(RETRY_MS);
    }
  }
}
